import { expect, test } from 'vitest';
import { firstLoad } from './first-load.mjs';

test('the dashboard loads few files, because a browser requests six at a time', () => {
  const named = firstLoad().map((file) => file.replace(/.*\/(.*)-.{8}\.js$/, '$1'));
  expect(named.length, named.join(', ')).toBeLessThanOrEqual(10);
});
