import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

function configOf(environment: Record<string, string>) {
  const settings = readConfig(environment);
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  return settings.config;
}

test('an empty environment is a running server', () => {
  expect(configOf({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: undefined,
    publicUrl: undefined,
    activeThreatLevel: 8,
    registration: 'open',
    deviceRateLimit: 50,
    trustProxy: false,
  });
});

test('an empty setting is an absent one', () => {
  expect(configOf({ PORT: '', PUBLIC_URL: ' ' })).toMatchObject({ port: 8080, publicUrl: undefined });
});

test('every mistake is named at once, and secrets are not repeated', () => {
  const settings = readConfig({
    PORT: '80800',
    HOST: 'http://x',
    DATABASE_URL: 'mysql://root:hunter2@localhost/db',
    PUBLIC_URL: 'https://example.org/path',
    SESSION_SECRET: 'hunter2',
    ALLOWED_EMAIL_DOMAINS: 'example.org, @example.com',
    ACTIVE_THREAT_LEVEL: '11',
    REGISTRATION: 'yes',
    DEVICE_RATE_LIMIT: '-1',
    TRUST_PROXY: '10.0.0.0/33',
  });
  const mistakes = 'mistakes' in settings ? settings.mistakes : [];
  expect(mistakes.map((mistake) => mistake.split('=')[0])).toEqual([
    'HOST',
    'PORT',
    'DATABASE_URL',
    'PUBLIC_URL',
    'SESSION_SECRET',
    'ALLOWED_EMAIL_DOMAINS',
    'ACTIVE_THREAT_LEVEL',
    'REGISTRATION',
    'DEVICE_RATE_LIMIT',
    'TRUST_PROXY',
  ]);
  expect(mistakes.join('\n')).not.toContain('hunter2');
});

test.each([
  ['0', 0],
  ['65535', 65_535],
])('PORT=%s', (text, port) => {
  expect(configOf({ PORT: text }).port).toBe(port);
});

test.each(['1e3', '0x50', '80.5', '-1', '65536'])('PORT=%s is a mistake', (text) => {
  expect(readConfig({ PORT: text })).toHaveProperty('mistakes');
});

test.each([
  ['false', false],
  ['0', false],
  ['true', 1],
  ['2', 2],
  ['loopback, 10.0.0.0/8,::1', ['loopback', '10.0.0.0/8', '::1']],
])('TRUST_PROXY=%s', (text, trusted) => {
  expect(configOf({ TRUST_PROXY: text }).trustProxy).toEqual(trusted);
});

test('PUBLIC_URL is an origin, whatever its spelling', () => {
  expect(configOf({ PUBLIC_URL: 'HTTPS://Guard.Example.org:443/' }).publicUrl).toBe('https://guard.example.org');
});

test('ALLOWED_EMAIL_DOMAINS replaces the list', () => {
  expect(configOf({ ALLOWED_EMAIL_DOMAINS: 'Example.org, example.org,sub.example.com' }).allowedEmailDomains).toEqual([
    'example.org',
    'sub.example.com',
  ]);
});
