import { type Kysely, sql } from 'kysely';
import { appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { COUNTED } from '../counters/counters.ts';
import { removeSightings } from '../incidents/remove-sightings.ts';
import { appendEvent } from './append-event.ts';
import { removeDependents } from './removal.ts';
import { dueAmong, FIRST_BATCH, nextBatch } from './retention.rules.ts';
import type { ServerSlot } from './server-slot.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Pages reload everything after a round that removed rows, so rounds are rare. */
export const ROUND_EVERY_MS = 60 * 60 * 1_000;
/** Key of the advisory lock that lets one server of a PostgreSQL database remove at a time. */
const LOCK = 0x76647072;

export type Retention = {
  /** Removes one small batch; resolves to whether more is due at once. */
  step: () => Promise<boolean>;
  /** Detections with ids up to this one are older than the retention time; 0 while that is not known. */
  keptAfter: () => number;
};

/**
 * Once an hour, removes detections received more than `days` ago, in batches of some milliseconds. A round sends no event
 * for single detections, but one `reset` at its end, which makes pages reload.
 * @param options.days 0: everything is kept
 */
export function createRetention(options: {
  database: Database;
  serverSlot: ServerSlot;
  days: number;
  now: () => number;
  onRemoved: (count: number) => void;
}): Retention {
  const { database, serverSlot, days, now, onRemoved } = options;
  const { kysely, dialect } = database;
  let nextRoundAt = 0;
  let batch = FIRST_BATCH;
  let removed = 0;
  /** The id up to which this round has scanned; without it PostgreSQL would scan the dead rows again. */
  let scannedTo = 0;
  let keptAfter = 0;

  async function step(): Promise<boolean> {
    const at = now();
    if (days === 0 || at < nextRoundAt) return false;
    const began = performance.now();
    const before = at - days * DAY_MS;
    const rows = await oldestRows(database, { after: scannedTo, limit: batch });
    const { upTo, ended } = dueAmong(rows, { before, now: at });
    if (upTo !== null) {
      const count = await removeBatch({ after: scannedTo, upTo, before });
      if (count === null) return endRound(at);
      removed += count;
      keptAfter = upTo;
    }
    if (ended || rows.length < batch) {
      if (removed > 0) await appendReset();
      return endRound(at);
    }
    scannedTo = rows.at(-1)?.id ?? scannedTo;
    batch = nextBatch(batch, performance.now() - began);
    return true;
  }

  /** Returns the number of removed rows, or null when another server is removing. */
  async function removeBatch({ after, upTo, before }: { after: number; upTo: number; before: number }) {
    const slot = await serverSlot.current();
    return kysely.transaction().execute(async (transaction) => {
      if (dialect === 'postgres' && !(await tryLock(transaction))) return null;
      const rows = await transaction
        .deleteFrom('detection')
        .where('id', '>', after)
        .where('id', '<=', upTo)
        .where('received_at', '<', before)
        .returning(['id', 'frame_place', 'frame_size', 'confidence', ...COUNTED])
        .execute();
      await removeDependents(transaction, { rows, slot });
      if (rows.length > 0) {
        await appendEvent(transaction, { dialect, kind: 'pruned', detectionId: null });
        await removeSightings(transaction, rows);
        await appendAudit(transaction, {
          kind: 'detections.expired',
          actor: null,
          subject: null,
          details: { count: rows.length, first: rows.at(0)?.id, last: rows.at(-1)?.id, received_before: before },
        });
      }
      return rows.length;
    });
  }

  async function appendReset() {
    const event = { dialect, kind: 'reset', detectionId: null } as const;
    await kysely.transaction().execute((transaction) => appendEvent(transaction, event));
    onRemoved(removed);
  }

  function endRound(at: number): false {
    removed = 0;
    scannedTo = 0;
    nextRoundAt = at + ROUND_EVERY_MS;
    return false;
  }

  return { step, keptAfter: () => keptAfter };
}

async function tryLock(transaction: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as free`.execute(transaction);
  return rows[0]?.free === true;
}

/** Ordered by id, which is the order of storing. */
export function oldestRows({ kysely }: Pick<Database, 'kysely'>, { after, limit }: { after: number; limit: number }) {
  return kysely
    .selectFrom('detection')
    .select(['id', 'received_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
