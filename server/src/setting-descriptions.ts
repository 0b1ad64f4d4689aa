import type { SettingGroup } from '@vedette/contract/settings';

/** What the README and the page of the settings say about one; texts have `code` as in Markdown. */
type Text = {
  /** The value that it has when it is not set. */
  fallback: string;
  meaning: string;
  /** `whole`: no part of the value is shown. `login`: the value is an address, whose user and password may be secret. */
  secret?: 'whole' | 'login';
  /** How the value came about when it is not set; absent: it is always the same. */
  unset?: 'derived' | 'generated';
};

/** Every setting; `readConfig` cannot read another one. A test holds the README to this table. */
const GROUPS = {
  Network: {
    PORT: { fallback: '`8080`', meaning: 'the port to listen on' },
    HOST: { fallback: '`127.0.0.1`', meaning: 'the address to listen on; `0.0.0.0` for the whole network' },
    PUBLIC_URL: {
      fallback: 'none',
      meaning: 'the address that people type, such as `https://guard.example.org`, when the server is behind a proxy',
    },
    TRUST_PROXY: {
      fallback: '`false`',
      meaning:
        "which proxies may name the client's address in `X-Forwarded-For`: `true` (one proxy), how many, or their addresses",
    },
  },
  Storage: {
    DATA_DIR: {
      fallback: '`./data`',
      meaning: 'the folder of database, frames and secrets. One server per folder',
    },
    DATABASE_URL: {
      fallback: 'none',
      secret: 'login',
      meaning:
        '`postgres://user:password@host:5432/database`: use PostgreSQL; frames go there too, so that several servers can share them',
    },
    RETENTION_DAYS: {
      fallback: '`0`',
      meaning: 'how many days after the server received it a detection is removed, with frame and comments; `0`: never',
    },
    AUDIT_RETENTION_DAYS: {
      fallback: '`1095`',
      meaning: 'how many days the audit log is kept; `0`: for ever. `npm run audit -- verify` checks it',
    },
    FRAMES: {
      fallback: '`disk` with SQLite, `database` with PostgreSQL',
      unset: 'derived',
      meaning:
        'where frames are kept; `s3`: in a bucket of an S3-compatible object store, with either database. Frames are not moved when it changes',
    },
    S3_ENDPOINT: { fallback: 'none', meaning: 'for `FRAMES=s3`: the store, such as `https://s3.example.org`' },
    S3_BUCKET: { fallback: 'none', meaning: 'for `FRAMES=s3`: a bucket in it that keeps no old versions' },
    S3_ACCESS_KEY_ID: {
      fallback: 'none',
      meaning: 'for `FRAMES=s3`: a key that may list the bucket and read, write and delete its objects',
    },
    S3_SECRET_ACCESS_KEY: { fallback: 'none', secret: 'whole', meaning: 'for `FRAMES=s3`: the secret of that key' },
    S3_REGION: { fallback: '`us-east-1`', meaning: 'for `FRAMES=s3`: the region of the store' },
    FRAMES_REDIRECT: {
      fallback: '`false`',
      meaning:
        '`true`: browsers fetch frames from the store itself (the small pictures on cards come from the server), by links that are valid for two minutes; they must reach it at `S3_ENDPOINT`',
    },
  },
  Accounts: {
    REGISTRATION: {
      fallback: '`open`',
      meaning: '`closed`: nobody can sign up; recommended as soon as everybody has an account',
    },
    ALLOWED_EMAIL_DOMAINS: {
      fallback: 'eight public mail providers',
      meaning: 'whose addresses may sign up, comma-separated',
    },
    SESSION_SECRET: {
      fallback: 'generated at the first start, kept in the data folder',
      secret: 'whole',
      unset: 'generated',
      meaning:
        'at least 32 characters; the same on every server that shares a database: a server with another secret does not start while others run',
    },
  },
  'Sign-in elsewhere': {
    GOOGLE_CLIENT_ID: {
      fallback: 'none',
      meaning: 'sign-in with Google: the id of the client; register `…/api/auth/callback/google` there',
    },
    GOOGLE_CLIENT_SECRET: { fallback: 'none', secret: 'whole', meaning: 'the secret of that client' },
    GOOGLE_ISSUER: {
      fallback: '`https://accounts.google.com`',
      meaning: 'another issuer instead of Google, for tests',
    },
    OIDC_ISSUER: {
      fallback: 'none',
      meaning: 'sign-in with any OpenID Connect issuer; register `…/api/auth/callback/oidc` there',
    },
    OIDC_CLIENT_ID: { fallback: 'none', meaning: 'the id of the client at `OIDC_ISSUER`' },
    OIDC_CLIENT_SECRET: { fallback: 'none', secret: 'whole', meaning: 'the secret of that client' },
    OIDC_NAME: {
      fallback: 'host of the issuer',
      unset: 'derived',
      meaning: "the name on its button: 'Continue with …'",
    },
    IDENTITY: {
      fallback: '`embedded`',
      meaning:
        "`firebase`: a Firebase project keeps the accounts, see `docs/decisions/0023-firebase-identity.md`. Add this server's domain to the project's authorised domains, turn on email/password and Google there, and leave email enumeration protection off so that addresses can be changed",
    },
    FIREBASE_PROJECT_ID: { fallback: 'none', meaning: 'for `IDENTITY=firebase`: the project' },
    FIREBASE_API_KEY: {
      fallback: 'none',
      meaning: 'for `IDENTITY=firebase`: its Web API key, which every page gets',
    },
    FIREBASE_AUTH_DOMAIN: {
      fallback: '`<project>.firebaseapp.com`',
      unset: 'derived',
      meaning: 'where its sign-in window is',
    },
    FIREBASE_AUTH_EMULATOR_HOST: {
      fallback: 'none',
      meaning: 'for development: an emulator on this machine, with a `demo-…` project',
    },
    NODE_ENV: { fallback: 'none', meaning: '`production`: refuses `FIREBASE_AUTH_EMULATOR_HOST`' },
  },
  Mail: {
    SMTP_URL: {
      fallback: 'none',
      secret: 'login',
      meaning:
        'the mail server, `smtp://user:password@host:587` or `smtps://…`; without it every mail is a file in `DATA_DIR/outbox`',
    },
    MAIL_FROM: {
      fallback: '`Vedette <no-reply@…>` at the host of `PUBLIC_URL`',
      unset: 'derived',
      meaning: 'the sender of mails',
    },
    CONTACT_TO: {
      fallback: 'the address of `MAIL_FROM`',
      unset: 'derived',
      meaning:
        "the recipients of the contact form, comma-separated. Every message is also stored, and its number logged: `sqlite3 data/vedette.db 'select * from contact_message'`, or the same with `psql`",
    },
  },
  Detections: {
    ACTIVE_THREAT_LEVEL: {
      fallback: '`8`',
      meaning: 'from which threat level (1–10) a detection is an active threat',
    },
    DEVICE_RATE_LIMIT: { fallback: '`50`', meaning: 'reports per second and device; `0` for no limit' },
    INCIDENT_GAP_S: {
      fallback: '`60`',
      meaning:
        'seconds within which detections of one device and weapon type follow each other as one incident; a change groups all stored ones again, under new numbers',
    },
    MQTT_URL: {
      fallback: 'none',
      secret: 'login',
      meaning:
        'a broker of MQTT 5, `mqtts://user:password@host` or `mqtt://host:1883`: devices may report over it as well. `NODE_EXTRA_CA_CERTS` names the file of a certificate authority of your own',
    },
    FRIGATE_URL: {
      fallback: 'none',
      secret: 'login',
      meaning:
        'a Frigate whose cameras report: `http://frigate:5000`, or `https://user:password@frigate.example.org:8971`; needs `MQTT_URL` and `FRIGATE_LABELS`',
    },
    FRIGATE_LABELS: {
      fallback: 'none',
      meaning:
        "which of Frigate's labels are weapons, as `label=weapon type` or `label=weapon type:threat level`: `knife=Knife,gun=Pistol:9`",
    },
    FRIGATE_TOPIC_PREFIX: { fallback: '`frigate`', meaning: "`topic_prefix` in Frigate's `mqtt` settings" },
  },
  Team: {
    TEAM: {
      fallback: '`false`',
      meaning:
        '`true`: a team answers alarms together: acknowledge, close with a verdict, reopen, on all screens; who is told when nobody does stands in a policy (`/escalation`)',
    },
    TWO_PERSON_CLEAR: {
      fallback: '`false`',
      meaning:
        'with `TEAM`: `true`: two people must agree to delete all detections: one asks, another supervisor agrees within 15 minutes',
    },
    SECOND_FACTOR: {
      fallback: '`optional`',
      meaning:
        'with `TEAM`: the least role whose people must have a second factor: `viewer`, `guard`, `supervisor` or `administrator`',
    },
    SHIFTS: { fallback: '`06:00,14:00,22:00`', meaning: 'when shifts begin, for the figures of a team' },
    WEBHOOK_SECRET: {
      fallback: 'none',
      secret: 'whole',
      meaning:
        'with `TEAM`: at least 32 characters that sign the webhooks of unanswered alarms; without it none are sent. The same on every server that shares a database',
    },
    NTFY_URL: {
      fallback: '`https://ntfy.sh`',
      secret: 'login',
      meaning: 'with `TEAM`: the ntfy server of unanswered alarms; the topics are in the policy',
    },
    NTFY_TOKEN: { fallback: 'none', secret: 'whole', meaning: 'with `TEAM`: an access token for it' },
    VAPID_SUBJECT: {
      fallback: '`PUBLIC_URL` with https, else the address of `MAIL_FROM`',
      unset: 'derived',
      meaning:
        'with `TEAM`: where push services reach who runs this site, as `mailto:guard@example.org` or `https://guard.example.org`',
    },
  },
  Operation: {
    METRICS: {
      fallback: '`false`',
      meaning:
        '`true`: `/metrics` in the text format of Prometheus, for requests to the server itself; requests through a proxy get 404',
    },
    LOG_LEVEL: {
      fallback: '`info`',
      meaning:
        '`fatal`, `error`, `warn`, `info`, `debug` or `trace`: the lowest level that is logged. Every answer has a request id in `X-Request-Id`, and every log line about the request has it in `request_id`',
    },
  },
} as const satisfies Record<SettingGroup, Record<string, Text>>;

type NamesIn<Groups> = Groups extends unknown ? keyof Groups : never;
export type SettingName = NamesIn<(typeof GROUPS)[SettingGroup]>;
export type SettingDescription = Text & { name: SettingName; group: SettingGroup };

/** In the order of the README. */
export const SETTING_DESCRIPTIONS: readonly SettingDescription[] = Object.entries(GROUPS).flatMap(([group, settings]) =>
  Object.entries<Text>(settings).map(([name, text]) => ({
    ...text,
    name: name as SettingName,
    group: group as SettingGroup,
  })),
);
