import { chromium } from 'playwright';
import { type Browser, launch } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../../scripts/setup/chromium.mjs';

/** A headless browser detects no mouse and would not apply hover styles. */
const WITH_MOUSE =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/**
 * A browser that does not report its network to the driver. By default it reports each request and each event of a stream,
 * which takes a quarter of the processor time of browser and driver in a burst (docs/decisions/0011-burst.md).
 */
export function launchChromium(): Promise<Browser> {
  return launch({
    executablePath: findChromium() ?? chromium.executablePath(),
    headless: 'shell',
    args: [...chromiumFlags, WITH_MOUSE],
    networkEnabled: false,
    issuesEnabled: false,
    defaultViewport: { width: 1_280, height: 900 },
  });
}
