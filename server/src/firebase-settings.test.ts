import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const whole = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'demo-vedette', FIREBASE_API_KEY: 'key' };

function mistakesOf(environment: Record<string, string>): string[] {
  const read = readConfig(environment);
  return 'mistakes' in read ? read.mistakes : [];
}

it('reads the project, whose domain is known', () => {
  const read = readConfig(whole);
  expect('config' in read && read.config.firebase).toEqual({
    ...{ projectId: 'demo-vedette', apiKey: 'key', authDomain: 'demo-vedette.firebaseapp.com' },
    emulator: undefined,
  });
  expect('config' in readConfig({}) && readConfig({})).toMatchObject({ config: { firebase: undefined } });
});

it('accepts an emulator of a demo project on this machine', () => {
  const read = readConfig({ ...whole, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099', NODE_ENV: 'development' });
  expect('config' in read && read.config.firebase?.emulator).toBe('http://127.0.0.1:9099');
});

it.each<[string, Record<string, string>, RegExp]>([
  ['an unknown adapter', { IDENTITY: 'ldap' }, /IDENTITY=ldap: must be embedded or firebase/],
  ['no project', { IDENTITY: 'firebase', FIREBASE_API_KEY: 'k' }, /FIREBASE_PROJECT_ID=: must be set too/],
  ['no key', { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'vedette-site' }, /FIREBASE_API_KEY=: must be set too/],
  ['no IDENTITY', { FIREBASE_API_KEY: 'k' }, /FIREBASE_API_KEY: needs IDENTITY=firebase/],
  [
    'another sign-in',
    { ...whole, GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' },
    /GOOGLE_CLIENT_ID: with IDENTITY/,
  ],
  [
    'an emulator for a real project',
    { ...whole, FIREBASE_PROJECT_ID: 'vedette-site', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    /needs a FIREBASE_PROJECT_ID that begins with demo-/,
  ],
  [
    'an emulator elsewhere',
    { ...whole, FIREBASE_AUTH_EMULATOR_HOST: '192.0.2.1:9099' },
    /FIREBASE_AUTH_EMULATOR_HOST=192.0.2.1:9099: must be on this machine/,
  ],
  [
    'an emulator in production',
    { ...whole, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099', NODE_ENV: 'production' },
    /FIREBASE_AUTH_EMULATOR_HOST: is not for production/,
  ],
])('refuses %s', (_what, environment, mistake) => {
  expect(mistakesOf(environment).join('\n')).toMatch(mistake);
});
