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

/** Debian's Chromium; undefined when there is none: Playwright then looks for its own. */
export function findChromium() {
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file));
}
