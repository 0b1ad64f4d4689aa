import { type Browser, launch } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';

/**
 * A browser that is not listened in on: to be told of every request, and of every event of a stream, as test drivers
 * are, takes a third as much of the processor again as a page in a flood does, and no guard's browser does it.
 */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  return launch({
    headless: 'shell',
    args: chromiumFlags,
    networkEnabled: false,
    defaultViewport: { width: 1_280, height: 900 },
    ...(executablePath ? { executablePath } : { channel: 'chrome' }),
  });
}
