import type { FastifyRequest } from 'fastify';
import { type CredentialLimits, credentialLimits } from './accounts/credential-limits.ts';
import { type Identity, lazyIdentity } from './accounts/identity.ts';
import { readSessionCookie, sessionCookieName } from './accounts/session-cookie.ts';
import { type SessionReader, sessionReader } from './accounts/session-reader.ts';
import { sessionSecret } from './accounts/session-secret.ts';
import type { Config } from './config.ts';
import { type Database, databaseAddress, openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { type DeviceGate, deviceGate } from './devices/device-gate.ts';
import { type DeviceStore, deviceStore } from './devices/devices.store.ts';
import { type LastSeen, lastSeen } from './devices/last-seen.ts';
import { ownOrigins } from './http/own-origin.ts';
import { type Log, openLog } from './log.ts';

export type Dependencies = {
  config: Config;
  /** Milliseconds since the epoch; the only clock. */
  now: () => number;
  log: Log;
  /** What requests to the identity library are built from. */
  baseUrl: string;
  database: Database;
  identity: Identity;
  credentialLimits: CredentialLimits;
  readSession: SessionReader;
  hasSessionCookie: (request: FastifyRequest) => boolean;
  deviceStore: DeviceStore;
  deviceGate: DeviceGate;
  lastSeen: LastSeen;
  /** Call after the app has closed. */
  close: () => Promise<void>;
};

type Overrides = Partial<Pick<Dependencies, 'now' | 'log'>>;

/** Builds every part once, top to bottom. */
export async function buildDependencies(config: Config, overrides: Overrides = {}): Promise<Dependencies> {
  const { now = Date.now, log = openLog() } = overrides;

  const database = openDatabase(databaseAddress(config.dataDir, config.databaseUrl));
  await migrate(database);

  const [baseUrl] = ownOrigins(config);
  const secret = sessionSecret(config.dataDir, config.sessionSecret);
  const cookie = { name: sessionCookieName({ https: baseUrl.startsWith('https:') }), secret };
  const store = deviceStore(database.kysely);
  const seen = lastSeen({ database, now, log });

  return {
    config,
    now,
    log,
    baseUrl,
    database,
    identity: lazyIdentity({ baseUrl, secret, log }, database),
    credentialLimits: credentialLimits(now),
    readSession: sessionReader({ database, now, cookie }),
    hasSessionCookie: ({ headers }) => readSessionCookie(headers.cookie, cookie) !== null,
    deviceStore: store,
    deviceGate: deviceGate({ store, now, reportsPerSecond: config.deviceRateLimit }),
    lastSeen: seen,
    async close() {
      await seen.stop();
      await database.close();
    },
  };
}
