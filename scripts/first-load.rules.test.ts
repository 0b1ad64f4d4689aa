import { expect, test } from 'vitest';
import { firstLoad } from './first-load.mjs';

test('the dashboard comes in few files: a browser asks for six at a time, and on a slow line each six are a wait more', () => {
  const named = firstLoad().map((file) => file.replace(/.*\/(.*)-.{8}\.js$/, '$1'));
  expect(named.length, named.join(', ')).toBeLessThanOrEqual(10);
});
