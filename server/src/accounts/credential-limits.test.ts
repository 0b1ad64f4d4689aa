import { expect, test } from 'vitest';
import { credentialLimits } from './credential-limits.ts';

const ADDRESS = '192.0.2.7';

test('a shift of thirty signs in within a minute behind one address', () => {
  const limits = credentialLimits(() => 0);
  for (let guard = 0; guard < 30; guard += 1) {
    const attempt = { address: ADDRESS, email: `guard${guard}@gmail.com` };
    limits.beforeSignIn(attempt);
    limits.afterRightPassword(attempt);
  }
});

test('right passwords are not counted against the account', () => {
  const limits = credentialLimits(() => 0);
  const attempt = { address: ADDRESS, email: 'ana@gmail.com' };
  for (let time = 0; time < 40; time += 1) {
    limits.beforeSignIn(attempt);
    limits.afterRightPassword(attempt);
  }
});

test('many guesses at once do not slip through together', () => {
  const limits = credentialLimits(() => 0);
  const guess = () => limits.beforeSignIn({ address: ADDRESS, email: 'ana@gmail.com' });
  for (let time = 0; time < 5; time += 1) guess();
  expect(guess).toThrow('Too many attempts');
});

test('guesses from elsewhere do not keep the guard out', () => {
  const limits = credentialLimits(() => 0);
  for (let time = 0; time < 5; time += 1) limits.beforeSignIn({ address: '198.51.100.1', email: 'ana@gmail.com' });
  limits.beforeSignIn({ address: ADDRESS, email: 'ana@gmail.com' });
});

test('guesses from many places are slowed too', () => {
  const limits = credentialLimits(() => 0);
  const guessFrom = (host: number) => limits.beforeSignIn({ address: `198.51.100.${host}`, email: 'Ana@gmail.com' });
  for (let host = 0; host < 20; host += 1) guessFrom(host);
  expect(() => guessFrom(20)).toThrow('Too many attempts');
});

test('one address cannot make accounts without end', () => {
  let now = 0;
  const limits = credentialLimits(() => now);
  for (let account = 0; account < 60; account += 1) limits.beforeSignUp(ADDRESS);
  expect(() => limits.beforeSignUp(ADDRESS)).toThrow('Too many attempts');
  now += 1_000;
  limits.beforeSignUp(ADDRESS);
});
