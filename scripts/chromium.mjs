import { existsSync } from 'node:fs';

/** What keeps a Chromium of the tests quiet and off the network. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What makes it draw the same on every machine, beside settings of fonts (e2e/fonts.conf). */
export const evenDrawingFlags = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/**
 * Debian's Chromium, by preference the one without windows, which takes a fifth less of the processor for a journey;
 * undefined when there is none: Playwright then looks for its own.
 */
export function findChromium() {
  return installed('chromium-headless-shell') ?? findWholeChromium();
}

/** The one that people use, with notifications and a window that the keyboard can leave and come back to. */
export function findWholeChromium() {
  return installed('chromium') ?? installed('chromium-browser');
}

/** @param {string} program */
function installed(program) {
  const file = `/usr/bin/${program}`;
  return existsSync(file) ? file : undefined;
}
