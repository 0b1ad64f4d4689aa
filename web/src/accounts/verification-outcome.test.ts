import { expect, it } from 'vitest';
import { verificationOutcome } from './verification-outcome.ts';

it("is read from the address of the mailed link, and only in the server's values", () => {
  expect(verificationOutcome({ pathname: '/', search: '?verification=done' })).toBe('done');
  expect(verificationOutcome({ pathname: '/', search: '?verification=failed' })).toBe('failed');
  for (const search of ['', '?verification', '?verification=', '?verification=DONE', '?verification=sure']) {
    expect(verificationOutcome({ pathname: '/', search })).toBeNull();
  }
  expect(verificationOutcome({ pathname: '/contact', search: '?verification=done' })).toBeNull();
});
