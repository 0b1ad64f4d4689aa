import { expect, test } from 'vitest';
import { familiarNetworks } from './familiar-networks.ts';

const HOME = '192.0.2.7';

test('a network is familiar to the account that was signed in to from there, for a month', () => {
  let now = 0;
  const networks = familiarNetworks(() => now);
  networks.note('ana@gmail.com', HOME);
  now += 29 * 86_400_000;
  const known = () => [networks.knows('ana@gmail.com', HOME), networks.knows('ben@gmail.com', HOME)];
  expect(known()).toEqual([true, false]);
  expect(networks.knows('ana@gmail.com', '198.51.100.1')).toBe(false);
  now += 86_400_000;
  expect(known()).toEqual([false, false]);
});

test('an account has its last eight, and pushes no other account out', () => {
  const networks = familiarNetworks(() => 0);
  networks.note('ben@gmail.com', HOME);
  networks.note('ana@gmail.com', HOME);
  networks.note('ana@gmail.com', '198.51.100.0');
  for (let host = 1; host <= 7; host += 1) networks.note('ana@gmail.com', `198.51.100.${host}`);
  expect(networks.knows('ana@gmail.com', HOME)).toBe(false);
  expect(networks.knows('ana@gmail.com', '198.51.100.0')).toBe(true);
  expect(networks.knows('ben@gmail.com', HOME)).toBe(true);
});

test('of ten thousand accounts the one that rests longest is forgotten', () => {
  const networks = familiarNetworks(() => 0);
  for (let guard = 0; guard < 10_000; guard += 1) networks.note(`guard${guard}@gmail.com`, HOME);
  networks.note('guard0@gmail.com', HOME);
  networks.note('one-more@gmail.com', HOME);
  const known = ['guard0', 'guard1', 'guard2', 'one-more'].map((name) => networks.knows(`${name}@gmail.com`, HOME));
  expect(known).toEqual([true, false, true, true]);
});
