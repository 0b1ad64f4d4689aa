import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Log } from '../log.ts';
import type { Schema } from './schema.ts';

type Parts = {
  kysely: Kysely<Schema>;
  /** The number of other running servers on the database. */
  others: number;
  log: Log;
};

const SECRET = 'SESSION_SECRET';

/**
 * Compares the session secret with that of the other servers: different secrets would sign each other's guards out.
 * Without other servers, this server's secret is stored as the new one. Only a slow hash of it is stored.
 * @throws when the other servers use another secret
 */
export async function agreeOnSecret({ kysely, others, log }: Parts, secret: string): Promise<void> {
  const stored = await storedSettings(kysely);
  const fingerprint = stored.get(SECRET);
  if (fingerprint !== undefined && (await isOf(fingerprint, secret))) return;
  if (fingerprint !== undefined && others > 0) {
    throw new Error(
      'the other servers on this database sign sessions with another secret; set SESSION_SECRET to the same value on all of them (without it, each data folder makes one of its own)',
    );
  }
  if (fingerprint !== undefined)
    log.warn('SESSION_SECRET is not what it was: everybody has to sign in again, and authenticator apps must be reset');
  await store(kysely, { [SECRET]: await fingerprintOf(secret) });
}

/** Logs the settings that differ from those of the running servers, and stores the own ones. */
export async function compareSettings({ kysely, others, log }: Parts, ours: Record<string, string>): Promise<void> {
  const stored = await storedSettings(kysely);
  const differences = Object.entries(ours).flatMap(([name, here]) => {
    const there = stored.get(name);
    return there === undefined || there === here ? [] : [{ name, here, there }];
  });
  if (others > 0 && differences.length > 0) {
    log.warn(
      { differences },
      'another server on this database has other settings: what people see depends on the server',
    );
  }
  await store(kysely, ours);
}

async function storedSettings(kysely: Kysely<Schema>): Promise<Map<string, string>> {
  const rows = await kysely.selectFrom('shared_setting').selectAll().execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

async function store(kysely: Kysely<Schema>, settings: Record<string, string>): Promise<void> {
  await kysely
    .insertInto('shared_setting')
    .values(Object.entries(settings).map(([name, value]) => ({ name, value })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`excluded.value` }))
    .execute();
}

const slowHash = promisify<string, Buffer, number, Buffer>(scrypt);
const HASH_BYTES = 32;

async function fingerprintOf(secret: string, salt = randomBytes(16)): Promise<string> {
  const hash = await slowHash(secret, salt, HASH_BYTES);
  return `${salt.toString('hex')}:${hash.toString('hex')}`;
}

async function isOf(fingerprint: string, secret: string): Promise<boolean> {
  const [salt = ''] = fingerprint.split(':');
  const ours = await fingerprintOf(secret, Buffer.from(salt, 'hex'));
  return ours.length === fingerprint.length && timingSafeEqual(Buffer.from(ours), Buffer.from(fingerprint));
}
