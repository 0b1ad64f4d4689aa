import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

function settingsOf(environment: Record<string, string>) {
  const settings = readConfig(environment);
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  return new Map(
    settings.config.settings.map(({ description, value, source }) => [description.name, { value, source }]),
  );
}

test('each setting says how it holds and what it came from', () => {
  const settings = settingsOf({ PORT: '8081', PUBLIC_URL: 'HTTPS://Guard.example.org/', TRUST_PROXY: 'true' });
  expect(settings.get('PORT')).toEqual({ value: '8081', source: 'environment' });
  expect(settings.get('PUBLIC_URL')).toEqual({ value: 'https://guard.example.org', source: 'environment' });
  expect(settings.get('TRUST_PROXY')).toEqual({ value: '1', source: 'environment' });
  expect(settings.get('MAIL_FROM')).toEqual({ value: 'Vedette <no-reply@guard.example.org>', source: 'derived' });
  expect(settings.get('SESSION_SECRET')).toEqual({ value: 'set', source: 'generated' });
  expect(settings.get('REGISTRATION')).toEqual({ value: 'open', source: 'default' });
  expect(settings.get('ALLOWED_EMAIL_DOMAINS')?.value).toMatch(/^gmail\.com, /);
  expect(settings.get('FRAMES')).toEqual({ value: 'disk', source: 'derived' });
  expect(settings.get('IDENTITY')).toEqual({ value: 'embedded', source: 'default' });
  for (const name of ['SMTP_URL', 'WEBHOOK_SECRET', 'OIDC_NAME', 'FIREBASE_AUTH_DOMAIN', 'FRIGATE_LABELS'] as const) {
    expect(settings.get(name), name).toEqual({ value: null, source: 'default' });
  }
  expect(settingsOf({ DATABASE_URL: 'postgres://db/vedette' }).get('FRAMES')?.value).toBe('database');
});

const SECRET = 'hunter2 hunter2 hunter2 hunter2 hunter2';

test('no secret is shown, in whole or in an address', () => {
  const settings = settingsOf({
    TEAM: 'true',
    SESSION_SECRET: SECRET,
    WEBHOOK_SECRET: SECRET,
    NTFY_TOKEN: 'hunter2',
    GOOGLE_CLIENT_ID: 'vedette',
    GOOGLE_CLIENT_SECRET: 'hunter2',
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_ID: 'vedette',
    OIDC_CLIENT_SECRET: 'hunter2',
    FRAMES: 's3',
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'frames',
    S3_ACCESS_KEY_ID: 'vedette',
    S3_SECRET_ACCESS_KEY: 'hunter2',
    DATABASE_URL: 'postgres://vedette:hunter2@db:5432/vedette?sslmode=require&password=hunter2',
    SMTP_URL: 'smtp://hunter2:hunter2@mail.example.org:587',
    MQTT_URL: 'mqtts://hunter2@broker.example.org',
    FRIGATE_URL: 'https://vedette:hunter2@frigate.example.org:8971',
    FRIGATE_LABELS: 'knife=Knife,gun=Pistol:9',
  });
  expect(JSON.stringify([...settings])).not.toContain('hunter2');
  expect(settings.get('SESSION_SECRET')).toEqual({ value: 'set', source: 'environment' });
  expect(settings.get('DATABASE_URL')?.value).toBe(
    'postgres://vedette:***@db:5432/vedette?sslmode=require&password=***',
  );
  expect(settings.get('SMTP_URL')?.value).toBe('smtp://***:***@mail.example.org:587');
  expect(settings.get('MQTT_URL')?.value).toBe('mqtts://***@broker.example.org');
  expect(settings.get('FRIGATE_URL')?.value).toBe('https://vedette:***@frigate.example.org:8971/');
  expect(settings.get('FRIGATE_LABELS')?.value).toBe('knife=Knife,gun=Pistol:9');
});
