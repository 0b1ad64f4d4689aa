import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

function configOf(environment: Record<string, string>) {
  const settings = readConfig(environment);
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  return settings.config;
}

test('an empty environment gives working defaults', () => {
  expect(configOf({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: undefined,
    publicUrl: undefined,
    activeThreatLevel: 8,
    registration: 'open',
    deviceRateLimit: 50,
    retentionDays: 0,
    trustProxy: false,
    metrics: false,
    logLevel: 'info',
    smtpUrl: undefined,
    mqttUrl: undefined,
    frigate: undefined,
    mailFrom: 'Vedette <no-reply@localhost>',
    contactTo: 'Vedette <no-reply@localhost>',
    socialProviders: [],
  });
});

test('an empty setting counts as absent', () => {
  expect(configOf({ PORT: '', PUBLIC_URL: ' ' })).toMatchObject({ port: 8080, publicUrl: undefined });
});

test('reports all mistakes at once, without secrets', () => {
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
    INCIDENT_GAP_S: '0',
    RETENTION_DAYS: '30d',
    TRUST_PROXY: '10.0.0.0/33',
    SMTP_URL: 'http://user:hunter2@mail.example.org',
    MQTT_URL: 'mqtt://user:hunter2@broker.example.org/path',
    METRICS: 'yes',
    LOG_LEVEL: 'loud',
    FRIGATE_URL: 'ftp://user:hunter2@frigate.example.org',
    FRIGATE_LABELS: 'knife',
    FRIGATE_TOPIC_PREFIX: 'frigate/#',
    MAIL_FROM: 'nobody',
    CONTACT_TO: 'ana@example.org; ben@example.org',
    GOOGLE_CLIENT_SECRET: 'hunter2',
    OIDC_ISSUER: 'http://id.example.org',
  });
  const mistakes = 'mistakes' in settings ? settings.mistakes : [];
  expect(mistakes.map((mistake) => mistake.split('=')[0]).sort()).toEqual([
    'ACTIVE_THREAT_LEVEL',
    'ALLOWED_EMAIL_DOMAINS',
    'CONTACT_TO',
    'DATABASE_URL',
    'DEVICE_RATE_LIMIT',
    'FRIGATE_LABELS',
    'FRIGATE_TOPIC_PREFIX',
    'FRIGATE_URL',
    'GOOGLE_CLIENT_ID',
    'HOST',
    'INCIDENT_GAP_S',
    'LOG_LEVEL',
    'MAIL_FROM',
    'METRICS',
    'MQTT_URL',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_ISSUER',
    'PORT',
    'PUBLIC_URL',
    'REGISTRATION',
    'RETENTION_DAYS',
    'SESSION_SECRET',
    'SMTP_URL',
    'TRUST_PROXY',
  ]);
  expect(mistakes.join('\n')).not.toContain('hunter2');
});

const BUCKET = {
  FRAMES: 's3',
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'frames',
  S3_ACCESS_KEY_ID: 'vedette',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};

test('the settings of an object store are validated', () => {
  expect(configOf(BUCKET).objectStore).toEqual({
    endpoint: 'https://s3.example.org',
    bucket: 'frames',
    region: 'us-east-1',
    accessKeyId: 'vedette',
    secretAccessKey: 'hunter2',
    redirect: false,
  });
  const more = { ...BUCKET, S3_REGION: 'garage', FRAMES_REDIRECT: 'true', PUBLIC_URL: 'https://guard.example.org' };
  expect(configOf(more).objectStore).toMatchObject({ region: 'garage', redirect: true });
});

test.each([
  {},
  { FRAMES: 'disk' },
  { FRAMES_REDIRECT: 'false' },
  { FRAMES: 'database', DATABASE_URL: 'postgres://db/v' },
])('frames with the rows: %j', (environment) => {
  expect(configOf(environment).objectStore).toBeUndefined();
});

test.each<[Record<string, string>, string[]]>([
  [{ FRAMES: 's3' }, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  [{ ...BUCKET, S3_SECRET_ACCESS_KEY: '' }, ['S3_SECRET_ACCESS_KEY']],
  [{ ...BUCKET, S3_BUCKET: 'My bucket', S3_ENDPOINT: 's3.example.org' }, ['S3_BUCKET', 'S3_ENDPOINT']],
  [{ ...BUCKET, FRAMES: '' }, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  [{ FRAMES: 'tape' }, ['FRAMES']],
  [{ FRAMES: 'disk', DATABASE_URL: 'postgres://db/v' }, ['FRAMES']],
  [{ FRAMES: 'database' }, ['FRAMES']],
  [{ FRAMES_REDIRECT: 'true' }, ['FRAMES_REDIRECT']],
  [{ ...BUCKET, FRAMES_REDIRECT: 'yes' }, ['FRAMES_REDIRECT']],
  [
    {
      ...BUCKET,
      FRAMES_REDIRECT: 'true',
      S3_ENDPOINT: 'http://s3.example.org',
      PUBLIC_URL: 'https://guard.example.org',
    },
    ['FRAMES_REDIRECT'],
  ],
])('an invalid place for frames is a mistake: %j', (environment, names) => {
  const settings = readConfig(environment);
  const mistakes = 'mistakes' in settings ? settings.mistakes : [];
  expect(mistakes.map((mistake) => mistake.split('=')[0]).sort()).toEqual(names.sort());
  expect(mistakes.join()).not.toContain('hunter2');
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

test('PUBLIC_URL is normalised to an origin', () => {
  expect(configOf({ PUBLIC_URL: 'HTTPS://Guard.Example.org:443/' }).publicUrl).toBe('https://guard.example.org');
});

test('ALLOWED_EMAIL_DOMAINS replaces the list', () => {
  expect(configOf({ ALLOWED_EMAIL_DOMAINS: 'Example.org, example.org,sub.example.com' }).allowedEmailDomains).toEqual([
    'example.org',
    'sub.example.com',
  ]);
});

test('the settings of Google and of another issuer are validated', () => {
  const { socialProviders } = configOf({
    GOOGLE_CLIENT_ID: 'vedette',
    GOOGLE_CLIENT_SECRET: 'hunter2',
    OIDC_ISSUER: 'https://id.example.org/realms/guards/',
    OIDC_CLIENT_ID: 'vedette',
    OIDC_CLIENT_SECRET: 'hunter2',
  });
  const client = { clientId: 'vedette', clientSecret: 'hunter2' };
  expect(socialProviders).toEqual([
    { ...client, id: 'google', name: 'Google', issuer: 'https://accounts.google.com' },
    { ...client, id: 'oidc', name: 'id.example.org', issuer: 'https://id.example.org/realms/guards' },
  ]);
});

test.each(['https://id.example.org', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'OIDC_ISSUER=%s',
  (text) => {
    const client = { OIDC_CLIENT_ID: 'vedette', OIDC_CLIENT_SECRET: 'hunter2', OIDC_NAME: 'Keycloak' };
    expect(configOf({ OIDC_ISSUER: text, ...client }).socialProviders).toMatchObject([
      { name: 'Keycloak', issuer: text },
    ]);
  },
);

test('sender and recipient of mails come from the settings', () => {
  const MAIL_FROM = 'Guard room <guard@example.org>';
  expect(configOf({ MAIL_FROM })).toMatchObject({ mailFrom: MAIL_FROM, contactTo: MAIL_FROM });
  expect(configOf({ CONTACT_TO: 'ana@example.org,ben@example.org' }).contactTo).toBe(
    'ana@example.org, ben@example.org',
  );
  expect(configOf({ PUBLIC_URL: 'https://guard.example.org' }).mailFrom).toBe('Vedette <no-reply@guard.example.org>');
});

test('a second factor is optional, or demanded from a role on', () => {
  expect(configOf({}).secondFactor).toBe('optional');
  expect(configOf({ TEAM: 'true', SECOND_FACTOR: 'supervisor' }).secondFactor).toBe('supervisor');
  expect(readConfig({ TEAM: 'true', SECOND_FACTOR: 'king' })).toEqual({
    mistakes: ['SECOND_FACTOR=king: must be one of optional, viewer, guard, supervisor, administrator'],
  });
  expect(readConfig({ SECOND_FACTOR: 'guard' })).toEqual({
    mistakes: ['SECOND_FACTOR=guard: has no effect without TEAM=true'],
  });
  const firebase = { TEAM: 'true', IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'my-project', FIREBASE_API_KEY: 'a-key' };
  expect(readConfig({ ...firebase, SECOND_FACTOR: 'guard' })).toEqual({
    mistakes: ['SECOND_FACTOR=guard: with IDENTITY=firebase it is demanded in the Firebase console'],
  });
});
