import { expect, test } from 'vitest';
import { popupAddress } from './social.rules.ts';

const OWN = 'https://guard.example.org';
const PAGE = `${OWN}/api/auth/popup`;

test.each([
  [`${PAGE}?flow=abc`, `${PAGE}?flow=abc`],
  ['/api/auth/popup?flow=abc', `${PAGE}?flow=abc`],
  [`${PAGE}?flow=abc&error=access_denied&error_description=no`, `${PAGE}?flow=abc&error=access_denied`],
  [`${PAGE}?flow=a%26b&error=%3Cscript%3E`, `${PAGE}?flow=a%26b&error=unknown`],
  ['https://evil.example/api/auth/popup?flow=abc', `${PAGE}?error=unknown`],
  ['//evil.example/api/auth/popup', `${PAGE}?error=unknown`],
  ['/\\evil.example/api/auth/popup', `${PAGE}?error=unknown`],
  ['https://guard.example.org.evil.example/api/auth/popup', `${PAGE}?error=unknown`],
  [`${OWN}/dashboard`, `${PAGE}?error=unknown`],
  ['javascript:alert(1)', `${PAGE}?error=unknown`],
  [null, `${PAGE}?error=unknown`],
])('popupAddress turns the redirect %s into %s', (redirect, result) => {
  expect(popupAddress(OWN, { redirect })).toBe(result);
});
