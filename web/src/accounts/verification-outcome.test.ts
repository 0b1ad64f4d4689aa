import { expect, it } from 'vitest';
import { verificationOutcome } from './verification-outcome.ts';

it('is read where the mailed link leads, and only in the words of the server', () => {
  expect(verificationOutcome({ pathname: '/', search: '?verification=done' })).toBe('done');
  expect(verificationOutcome({ pathname: '/', search: '?verification=failed' })).toBe('failed');
  for (const search of ['', '?verification', '?verification=', '?verification=DONE', '?verification=sure']) {
    expect(verificationOutcome({ pathname: '/', search })).toBeNull();
  }
  expect(verificationOutcome({ pathname: '/contact', search: '?verification=done' })).toBeNull();
});
