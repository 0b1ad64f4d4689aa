import { chromium } from 'playwright';
import { type Browser, launch } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';

/** A browser without windows finds no mouse by itself, and what lies under the pointer would not be drawn as hovered. */
const WITH_MOUSE =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/**
 * A browser that does not report its network: a driver that is told of each request and of each event of a stream, as
 * they all are unless asked not to, takes a quarter of what browser and driver use in a burst (docs/decisions/0011-burst.md).
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
