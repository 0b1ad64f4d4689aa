import { expect, test } from 'vitest';
import { credentialLimits } from './credential-limits.ts';

const ADDRESS = '192.0.2.7';

test('a shift of thirty signs in within a minute behind one address', () => {
  const limits = credentialLimits(() => 0);
  for (let guard = 0; guard < 30; guard += 1) {
    const attempt = { address: ADDRESS, account: `guard${guard}@gmail.com` };
    limits.beforeSignIn(attempt);
    limits.afterRightPassword(attempt);
  }
});

test('right passwords are not counted against the account', () => {
  const limits = credentialLimits(() => 0);
  const attempt = { address: ADDRESS, account: 'ana@gmail.com' };
  for (let time = 0; time < 40; time += 1) {
    limits.beforeSignIn(attempt);
    limits.afterRightPassword(attempt);
  }
});

test('many guesses at once do not slip through together', () => {
  const limits = credentialLimits(() => 0);
  const guess = () => limits.beforeSignIn({ address: ADDRESS, account: 'ana@gmail.com' });
  for (let time = 0; time < 5; time += 1) guess();
  expect(guess).toThrow('Too many attempts');
});

test('seventy wrong passwords at one account leave the neighbours behind the same address free to sign in', () => {
  const limits = credentialLimits(() => 0);
  let refused = 0;
  for (let time = 0; time < 70; time += 1) {
    try {
      limits.beforeSignIn({ address: ADDRESS, account: 'ana@gmail.com' });
    } catch {
      refused += 1;
    }
  }
  expect(refused).toBe(65);
  limits.beforeSignIn({ address: ADDRESS, account: 'ben@gmail.com' });
});

test('an address that is used up takes nothing from the account', () => {
  const limits = credentialLimits(() => 0);
  for (let guard = 0; guard < 60; guard += 1) {
    limits.beforeSignIn({ address: ADDRESS, account: `guard${guard}@gmail.com` });
  }
  for (let time = 0; time < 20; time += 1) {
    expect(() => limits.beforeSignIn({ address: ADDRESS, account: 'ana@gmail.com' })).toThrow('Too many attempts');
  }
  limits.beforeSignIn({ address: '198.51.100.1', account: 'ana@gmail.com' });
});

test('right passwords are not counted against the address', () => {
  const limits = credentialLimits(() => 0);
  for (let guard = 0; guard < 90; guard += 1) {
    const attempt = { address: ADDRESS, account: `guard${guard}@gmail.com` };
    limits.beforeSignIn(attempt);
    limits.afterRightPassword(attempt);
  }
});

test('guesses from elsewhere do not keep the guard out', () => {
  const limits = credentialLimits(() => 0);
  for (let time = 0; time < 5; time += 1) limits.beforeSignIn({ address: '198.51.100.1', account: 'ana@gmail.com' });
  limits.beforeSignIn({ address: ADDRESS, account: 'ana@gmail.com' });
});

test('guesses from many places are slowed too', () => {
  const limits = credentialLimits(() => 0);
  const guessFrom = (host: number) => limits.beforeSignIn({ address: `198.51.100.${host}`, account: 'Ana@gmail.com' });
  for (let host = 0; host < 20; host += 1) guessFrom(host);
  expect(() => guessFrom(20)).toThrow('Too many attempts');
});

test('guesses from many places do not keep the guard out where he has signed in lately', () => {
  const limits = credentialLimits(() => 0);
  const guard = { address: ADDRESS, account: 'Ana@gmail.com' };
  limits.beforeSignIn(guard);
  limits.afterRightPassword(guard);
  const guessFrom = (host: number) => limits.beforeSignIn({ address: `198.51.100.${host}`, account: 'ana@gmail.com' });
  for (let host = 0; host < 20; host += 1) guessFrom(host);
  expect(() => guessFrom(20)).toThrow('Too many attempts');
  limits.beforeSignIn(guard);
  limits.afterRightPassword(guard);
  // His right passwords give the guessers nothing.
  expect(() => guessFrom(21)).toThrow('Too many attempts');
  for (let time = 0; time < 5; time += 1) limits.beforeSignIn(guard);
  expect(() => limits.beforeSignIn(guard)).toThrow('Too many attempts');
});

test('one address cannot make accounts without end', () => {
  let now = 0;
  const limits = credentialLimits(() => now);
  let made = 0;
  const signUp = () => {
    made += 1;
    limits.beforeSignUp({ address: ADDRESS, account: `guard${made}@gmail.com` });
  };
  for (let account = 0; account < 60; account += 1) signUp();
  expect(signUp).toThrow('Too many attempts');
  now += 1_000;
  signUp();
});

test('a mailbox is not filled by asking again and again', () => {
  const limits = credentialLimits(() => 0);
  const ask = (address: string) => limits.beforeMail({ address, account: 'ana@gmail.com' });
  for (let time = 0; time < 3; time += 1) ask(ADDRESS);
  expect(() => ask(ADDRESS)).toThrow('Too many attempts');
  for (let host = 0; host < 6; host += 1) ask(`198.51.100.${host}`);
  expect(() => ask('198.51.100.99')).toThrow('Too many attempts');
});

test('a whole IPv6 network counts as one address', () => {
  const limits = credentialLimits(() => 0);
  for (let host = 0; host < 60; host += 1) limits.beforeToken(`2001:db8::${host.toString(16)}`);
  expect(() => limits.beforeToken('2001:db8::ffff')).toThrow('Too many attempts');
  limits.beforeToken('2001:db8:0:1::1');
});
