import { existsSync } from 'node:fs';

/** Flags that disable background network requests and prompts of Chromium in tests. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Flags for the same rendering on every machine, together with the font settings in e2e/fonts.conf. */
export const evenDrawingFlags = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/**
 * Debian's Chromium, preferably the headless shell, which takes a fifth less processor time for a journey; undefined when
 * there is none, so that Playwright uses its own.
 */
export function findChromium() {
  return installed('chromium-headless-shell') ?? findWholeChromium();
}

/** The full browser, with notifications and a window that the focus can leave and return to. */
export function findWholeChromium() {
  return installed('chromium') ?? installed('chromium-browser');
}

/** @param {string} program */
function installed(program) {
  const file = `/usr/bin/${program}`;
  return existsSync(file) ? file : undefined;
}
