import { sql } from 'kysely';
import type { Config } from './config.ts';
import { ensureActiveThreatIndex } from './db/active-threat-index.ts';
import type { Database } from './db/database.ts';
import { connectToOtherServers, type OtherServers } from './db/other-servers.ts';
import { agreeOnSecret, compareSettings } from './db/shared-settings.ts';
import type { Log } from './log.ts';

/** Key of the advisory lock that lets one server register at a time. */
const REGISTRATION_LOCK = 0x7665_6474;
/** Prefix of the `application_name` of listening connections. Servers that start later read the level behind it. */
const NAME_PREFIX = 'vedette server, active threats from ';

type Parts = {
  database: Database;
  url: string;
  config: Config;
  /** The secret that signs the sessions. */
  secret: string;
  log: Log;
};

/**
 * Compares this server with those that run on the same database, then connects to them. One server registers at a time,
 * so that what it has compared stays true until the others see its connection.
 * @throws when this server would sign sessions differently from the running ones
 */
export function registerServer({ database, url, config, secret, log }: Parts): Promise<OtherServers> {
  const { kysely } = database;
  // A session-level lock: PostgreSQL would end a transaction that is idle while the index is built.
  return kysely.connection().execute(async (locking) => {
    await sql`select pg_advisory_lock(${REGISTRATION_LOCK})`.execute(locking);
    try {
      return await register();
    } finally {
      await sql`select pg_advisory_unlock(${REGISTRATION_LOCK})`.execute(locking);
    }
  });

  async function register(): Promise<OtherServers> {
    const usedByOthers = await levelsOfServers(database);
    const found = { kysely, others: usedByOthers.length, log };
    await agreeOnSecret(found, secret);
    await compareSettings(found, settingsToCompare(config));
    await ensureActiveThreatIndex(database, { level: config.activeThreatLevel, usedByOthers });
    return connectToOtherServers({
      url,
      name: `${NAME_PREFIX}${config.activeThreatLevel}`,
      onDisconnected: (error) => log.warn({ err: error }, 'no notifications of other servers; polling instead'),
    });
  }
}

/** The `ACTIVE_THREAT_LEVEL` of each running server. */
async function levelsOfServers({ kysely }: Database): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`select application_name as name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${NAME_PREFIX})`.execute(kysely);
  return rows.map(({ name }) => Number(name.slice(NAME_PREFIX.length)));
}

/** The settings whose differences guards and devices would notice. They contain no secret. */
function settingsToCompare(config: Config): Record<string, string> {
  const { objectStore, socialProviders, frigate } = config;
  return {
    ACTIVE_THREAT_LEVEL: String(config.activeThreatLevel),
    ALLOWED_EMAIL_DOMAINS: config.allowedEmailDomains.join(),
    DEVICE_RATE_LIMIT: String(config.deviceRateLimit),
    FRAMES: objectStore === undefined ? 'database' : `s3 ${objectStore.bucket}`,
    FRIGATE_LABELS: frigate === undefined ? '' : JSON.stringify([...frigate.labels]),
    FRIGATE_TOPIC_PREFIX: frigate?.topicPrefix ?? '',
    INCIDENT_GAP_S: String(config.incidentGapS),
    PUBLIC_URL: config.publicUrl ?? '',
    REGISTRATION: config.registration,
    RETENTION_DAYS: String(config.retentionDays),
    SECOND_FACTOR: config.secondFactor,
    TEAM: String(config.team),
    TWO_PERSON_CLEAR: String(config.twoPersonClear),
    'sign-in providers': socialProviders.map(({ id, issuer, clientId }) => `${id} ${issuer} ${clientId}`).join(),
  };
}
