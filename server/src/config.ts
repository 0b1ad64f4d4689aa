import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHIFTS_DEFAULT } from '@vedette/contract/handover';
import { INCIDENT_GAP_S_DEFAULT } from '@vedette/contract/incident-rule';
import { ALLOWED_EMAIL_DOMAINS_DEFAULT } from '@vedette/contract/public-config';
import type { Role } from '@vedette/contract/roles';
import { ACTIVE_THREAT_LEVEL_DEFAULT, THREAT_LEVEL_MAX, THREAT_LEVEL_MIN } from '@vedette/contract/threat-level';
import { type EscalationSettings, readEscalation } from './escalation-settings.ts';
import { type FirebaseSettings, readFirebase } from './firebase-settings.ts';
import { type FrigateSettings, readFrigate } from './frigate-settings.ts';
import type { LogLevel } from './log.ts';
import { type ObjectStoreSettings, readObjectStore } from './object-store-settings.ts';
import type { SettingName } from './setting-descriptions.ts';
import { type Environment, type SettingValue, settingReader } from './setting-reader.ts';
import {
  domains,
  host,
  issuer,
  logLevel,
  longSecret,
  mailAddresses,
  mqttUrl,
  openOrClosed,
  optionalOrLeastRole,
  postgresUrl,
  proxies,
  sender,
  smtpUrl,
  type TrustProxy,
  timesOfDay,
  trueOrFalse,
  webOrigin,
  wholeNumber,
} from './setting-values.ts';

/** An OpenID issuer for sign-in; its id is part of the redirect address. */
export type SocialProvider = {
  id: 'google' | 'oidc';
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
};

export type Config = {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Absent: frames are kept with the rows, on the disk beside SQLite or in PostgreSQL. */
  objectStore: ObjectStoreSettings | undefined;
  /** The origin that people type, without a trailing slash; absent: localhost and 127.0.0.1 on the port. */
  publicUrl: string | undefined;
  /** Absent: generated once and stored in the data folder. */
  sessionSecret: string | undefined;
  allowedEmailDomains: readonly string[];
  activeThreatLevel: number;
  registration: 'open' | 'closed';
  /** Reports per second and device; 0: no limit. */
  deviceRateLimit: number;
  /** How long detections are kept after they were received; 0: for ever. */
  retentionDays: number;
  /** How long the audit log is kept; 0: for ever. */
  auditRetentionDays: number;
  /** Detections of one device and weapon type that follow each other within so many seconds are one incident. */
  incidentGapS: number;
  /** Whether a team answers incidents together: who has one, how it ended, who is told when nobody looks. */
  team: boolean;
  /** With TEAM: whether two people must agree to delete all detections. */
  twoPersonClear: boolean;
  /** With TEAM: the least role whose people must have a second factor. */
  secondFactor: 'optional' | Role;
  /** When shifts begin, as HH:MM. */
  shifts: readonly string[];
  /** With TEAM: how people outside are reached when nobody answers. */
  escalation: EscalationSettings;
  /** The proxies whose X-Forwarded-For is trusted: none, so many, or these addresses. */
  trustProxy: TrustProxy;
  /** Whether /metrics is offered. */
  metrics: boolean;
  /** Less severe messages are not logged. */
  logLevel: LogLevel;
  /** Absent: mails become files in the data folder. */
  smtpUrl: string | undefined;
  /** The broker over which devices report as well; absent: over HTTP alone. */
  mqttUrl: string | undefined;
  /** A Frigate whose cameras are devices; absent: none. */
  frigate: FrigateSettings | undefined;
  mailFrom: string;
  /** Who reads the contact form; addresses separated by commas. */
  contactTo: string;
  socialProviders: readonly SocialProvider[];
  /** The Firebase project that keeps the accounts; absent: this server keeps them. */
  firebase: FirebaseSettings | undefined;
  /** The folder of the built web app. */
  webDir: string;
  /** What each of these came from, for people. */
  settings: readonly SettingValue[];
};

/** The only reader of the environment. Returns all mistakes, not only the first. */
export function readConfig(environment: Environment = process.env): { config: Config } | { mistakes: string[] } {
  const { mistakes, values, ...reader } = settingReader(environment);
  const { read } = reader;
  const text = (name: SettingName) => read(name, (set) => set, '');

  const google = {
    GOOGLE_CLIENT_ID: text('GOOGLE_CLIENT_ID'),
    GOOGLE_CLIENT_SECRET: text('GOOGLE_CLIENT_SECRET'),
  };
  const oidc = {
    OIDC_ISSUER: read('OIDC_ISSUER', issuer, ''),
    OIDC_CLIENT_ID: text('OIDC_CLIENT_ID'),
    OIDC_CLIENT_SECRET: text('OIDC_CLIENT_SECRET'),
  };
  for (const group of [google, oidc]) mistakes.push(...missingIn(group, reader.isSet));

  const publicUrl = read<string | undefined>('PUBLIC_URL', webOrigin, undefined);
  const mailFrom = read('MAIL_FROM', sender, `Vedette <no-reply@${hostOf(publicUrl)}>`);
  const socialProviders: SocialProvider[] = [
    {
      id: 'google',
      name: 'Google',
      issuer: read('GOOGLE_ISSUER', issuer, 'https://accounts.google.com'),
      clientId: google.GOOGLE_CLIENT_ID,
      clientSecret: google.GOOGLE_CLIENT_SECRET,
    },
    {
      id: 'oidc',
      name: read('OIDC_NAME', (set) => set, oidc.OIDC_ISSUER && hostOf(oidc.OIDC_ISSUER)),
      issuer: oidc.OIDC_ISSUER,
      clientId: oidc.OIDC_CLIENT_ID,
      clientSecret: oidc.OIDC_CLIENT_SECRET,
    },
  ];
  const team = read('TEAM', trueOrFalse, false);
  const firebase = readFirebase(reader);
  const secondFactor = read<'optional' | Role>('SECOND_FACTOR', optionalOrLeastRole, 'optional');
  if (secondFactor !== 'optional' && !team)
    reader.complain(`SECOND_FACTOR=${secondFactor}: has no effect without TEAM=true`);
  if (secondFactor !== 'optional' && firebase !== undefined)
    reader.complain(`SECOND_FACTOR=${secondFactor}: with IDENTITY=firebase it is demanded in the Firebase console`);
  const config: Omit<Config, 'settings'> = {
    host: read('HOST', host, '127.0.0.1'),
    port: read('PORT', (text) => wholeNumber(text, { min: 0, max: 65_535 }), 8080),
    dataDir: read('DATA_DIR', (text) => resolve(text), resolve('data')),
    databaseUrl: read<string | undefined>('DATABASE_URL', postgresUrl, undefined),
    objectStore: readObjectStore({ ...reader, https: publicUrl?.startsWith('https:') ?? false }),
    publicUrl,
    sessionSecret: read<string | undefined>('SESSION_SECRET', longSecret, undefined),
    allowedEmailDomains: read<readonly string[]>('ALLOWED_EMAIL_DOMAINS', domains, ALLOWED_EMAIL_DOMAINS_DEFAULT),
    activeThreatLevel: read(
      'ACTIVE_THREAT_LEVEL',
      (text) => wholeNumber(text, { min: THREAT_LEVEL_MIN, max: THREAT_LEVEL_MAX }),
      ACTIVE_THREAT_LEVEL_DEFAULT,
    ),
    registration: read('REGISTRATION', openOrClosed, 'open'),
    deviceRateLimit: read('DEVICE_RATE_LIMIT', (text) => wholeNumber(text, { min: 0, max: 1_000_000 }), 50),
    retentionDays: read('RETENTION_DAYS', (text) => wholeNumber(text, { min: 0, max: 36_500 }), 0),
    auditRetentionDays: read('AUDIT_RETENTION_DAYS', (text) => wholeNumber(text, { min: 0, max: 36_500 }), 1_095),
    incidentGapS: read('INCIDENT_GAP_S', (text) => wholeNumber(text, { min: 1, max: 86_400 }), INCIDENT_GAP_S_DEFAULT),
    team,
    twoPersonClear: read('TWO_PERSON_CLEAR', trueOrFalse, false),
    secondFactor,
    shifts: read<readonly string[]>('SHIFTS', timesOfDay, SHIFTS_DEFAULT),
    escalation: readEscalation({ ...reader, team, publicUrl, mailFrom }),
    trustProxy: read<TrustProxy>('TRUST_PROXY', proxies, false),
    metrics: read('METRICS', trueOrFalse, false),
    logLevel: read('LOG_LEVEL', logLevel, 'info'),
    smtpUrl: read<string | undefined>('SMTP_URL', smtpUrl, undefined),
    mqttUrl: read<string | undefined>('MQTT_URL', mqttUrl, undefined),
    frigate: readFrigate(reader),
    mailFrom,
    contactTo: read('CONTACT_TO', mailAddresses, mailFrom),
    socialProviders: socialProviders.filter(({ clientId }) => clientId !== ''),
    firebase,
    // The same two steps up from server/src and from server/dist.
    webDir: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  };
  return mistakes.length > 0 ? { mistakes } : { config: { ...config, settings: values() } };
}

/** What is set up in part. */
function missingIn(group: Partial<Record<SettingName, string>>, isSet: (name: SettingName) => boolean): string[] {
  const names = Object.keys(group) as SettingName[];
  const [first] = names.filter(isSet);
  if (first === undefined) return [];
  return names.filter((name) => !isSet(name)).map((name) => `${name}=: must be set too, because ${first} is`);
}

function hostOf(url: string | undefined): string {
  return url === undefined || url === '' ? 'localhost' : new URL(url).hostname;
}
