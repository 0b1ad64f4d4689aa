import { sql } from 'kysely';
import type { Config } from './config.ts';
import { ensureActiveThreatIndex } from './db/active-threat-index.ts';
import type { Database } from './db/database.ts';
import { meetOtherServers, type OtherServers } from './db/other-servers.ts';
import { agreeOnSecret, compareSettings } from './db/shared-settings.ts';
import type { Log } from './log.ts';

/** The key of the lock under which servers start. */
const TURN = 0x7665_6474;
/** What the servers' connections are called. The level is read by those who start later; operators see it too. */
const NAME = 'vedette server, active threats from ';

type Parts = {
  database: Database;
  url: string;
  config: Config;
  /** What signs the sessions. */
  secret: string;
  log: Log;
};

/**
 * Takes a place among the servers on the database, one after the other: what a server finds, and whom it finds running,
 * holds until it runs itself.
 * @throws when it would sign sessions differently from those that run
 */
export function joinServers({ database, url, config, secret, log }: Parts): Promise<OtherServers> {
  const { kysely } = database;
  // Not in a transaction: one that rests for as long as building an index takes would be ended.
  return kysely.connection().execute(async (turn) => {
    await sql`select pg_advisory_lock(${TURN})`.execute(turn);
    try {
      return await takePlace();
    } finally {
      await sql`select pg_advisory_unlock(${TURN})`.execute(turn);
    }
  });

  async function takePlace(): Promise<OtherServers> {
    const usedByOthers = await levelsOfServers(database);
    const found = { kysely, others: usedByOthers.length, log };
    await agreeOnSecret(found, secret);
    await compareSettings(found, settingsToCompare(config));
    await ensureActiveThreatIndex(database, { level: config.activeThreatLevel, usedByOthers });
    return meetOtherServers({
      url,
      name: `${NAME}${config.activeThreatLevel}`,
      onDeaf: (error) => log.warn({ err: error }, 'cannot hear other servers; asking now and then instead'),
    });
  }
}

/** Of each server that runs, from which level on it takes a threat for active. */
async function levelsOfServers({ kysely }: Database): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`select application_name as name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${NAME})`.execute(kysely);
  return rows.map(({ name }) => Number(name.slice(NAME.length)));
}

/** What guards and devices would notice when it differs between servers. Nothing secret. */
function settingsToCompare(config: Config): Record<string, string> {
  const { objectStore, socialProviders } = config;
  return {
    ACTIVE_THREAT_LEVEL: String(config.activeThreatLevel),
    ALLOWED_EMAIL_DOMAINS: config.allowedEmailDomains.join(),
    DEVICE_RATE_LIMIT: String(config.deviceRateLimit),
    FRAMES: objectStore === undefined ? 'database' : `s3 ${objectStore.bucket}`,
    PUBLIC_URL: config.publicUrl ?? '',
    REGISTRATION: config.registration,
    RETENTION_DAYS: String(config.retentionDays),
    'sign-in providers': socialProviders.map(({ id, issuer, clientId }) => `${id} ${issuer} ${clientId}`).join(),
  };
}
