import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SECRET = 's'.repeat(32);

function read(environment: Record<string, string>) {
  const settings = readConfig(environment);
  return 'mistakes' in settings ? settings.mistakes : settings.config.escalation;
}

test('the receivers of escalations have working defaults', () => {
  expect(read({ TEAM: 'true' })).toEqual({
    webhookSecret: undefined,
    ntfyUrl: 'https://ntfy.sh',
    ntfyToken: undefined,
    vapidSubject: 'mailto:no-reply@localhost',
  });
  expect(read({ TEAM: 'true', PUBLIC_URL: 'https://guard.example.org' })).toMatchObject({
    vapidSubject: 'https://guard.example.org',
  });
});

test('are read from the settings', () => {
  const set = { NTFY_URL: 'http://10.0.0.5:8080', NTFY_TOKEN: 'tk_1', VAPID_SUBJECT: 'mailto:desk@example.org' };
  expect(read({ TEAM: 'true', WEBHOOK_SECRET: SECRET, ...set })).toEqual({
    webhookSecret: SECRET,
    ntfyUrl: 'http://10.0.0.5:8080/',
    ntfyToken: 'tk_1',
    vapidSubject: 'mailto:desk@example.org',
  });
});

test('mistakes are all reported, without secrets', () => {
  const mistakes = read({
    TEAM: 'true',
    WEBHOOK_SECRET: 'hunter2',
    NTFY_URL: 'https://user:hunter2@ntfy.example.org',
    NTFY_TOKEN: 'hunter2 hunter2',
    VAPID_SUBJECT: 'http://guard.example.org',
  });
  expect(mistakes).toEqual([
    'WEBHOOK_SECRET=…: must have at least 32 characters',
    expect.stringMatching(/^NTFY_URL=…: must look like/),
    expect.stringMatching(/^NTFY_TOKEN=…: must be an access token/),
    expect.stringMatching(/^VAPID_SUBJECT=http:\/\/guard.example.org: must look like/),
  ]);
});

test('they have no effect without a team', () => {
  expect(read({ WEBHOOK_SECRET: SECRET, NTFY_TOKEN: 'tk_1' })).toEqual([
    'WEBHOOK_SECRET=…: has no effect without TEAM=true',
    'NTFY_TOKEN=…: has no effect without TEAM=true',
  ]);
});
