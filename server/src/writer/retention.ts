import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { appendEvent } from './append-event.ts';
import { COUNTED } from './counters.ts';
import { removeWhatBelongsTo } from './removal.ts';
import { dueAmong, FIRST_BATCH, nextBatch } from './retention.rules.ts';
import type { ServerSlot } from './server-slot.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Screens load again after a round that removed something: not too often. */
export const ROUND_EVERY_MS = 60 * 60 * 1_000;
/** The key of the advisory lock: of all servers on a PostgreSQL, one removes at a time. */
const LOCK = 0x76647072;

export type Retention = {
  /** One small batch; true when there is more to do at once. */
  step: () => Promise<boolean>;
  /** Ids up to this one were given before the time that is kept; 0 while nothing is known. */
  keptAfter: () => number;
};

/**
 * Once an hour, removes what was received more than so many days ago, in batches of some milliseconds. A round tells
 * streams nothing of single detections: when it is through, screens hear that they are to load again.
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
  /** In this round every row up to this id has been looked at: PostgreSQL would walk over the removed ones again. */
  let walkedTo = 0;
  let keptAfter = 0;

  async function step(): Promise<boolean> {
    const at = now();
    if (days === 0 || at < nextRoundAt) return false;
    const began = performance.now();
    const before = at - days * DAY_MS;
    const rows = await oldestRows(database, { after: walkedTo, limit: batch });
    const { upTo, ended } = dueAmong(rows, { before, now: at });
    if (upTo !== null) {
      const count = await removeBatch({ after: walkedTo, upTo, before });
      if (count === null) return endRound(at);
      removed += count;
      keptAfter = upTo;
    }
    if (ended || rows.length < batch) {
      if (removed > 0) await tellScreens();
      return endRound(at);
    }
    walkedTo = rows.at(-1)?.id ?? walkedTo;
    batch = nextBatch(batch, performance.now() - began);
    return true;
  }

  /** How many; null when another server is at it. */
  async function removeBatch({ after, upTo, before }: { after: number; upTo: number; before: number }) {
    const slot = await serverSlot.current();
    return kysely.transaction().execute(async (transaction) => {
      if (dialect === 'postgres' && !(await isOurTurn(transaction))) return null;
      const rows = await transaction
        .deleteFrom('detection')
        .where('id', '>', after)
        .where('id', '<=', upTo)
        .where('received_at', '<', before)
        .returning(['id', 'frame_place', 'frame_size', ...COUNTED])
        .execute();
      await removeWhatBelongsTo(transaction, { rows, slot });
      if (rows.length > 0) await appendEvent(transaction, { dialect, kind: 'pruned', detectionId: null });
      return rows.length;
    });
  }

  async function tellScreens() {
    const event = { dialect, kind: 'reset', detectionId: null } as const;
    await kysely.transaction().execute((transaction) => appendEvent(transaction, event));
    onRemoved(removed);
  }

  function endRound(at: number): false {
    removed = 0;
    walkedTo = 0;
    nextRoundAt = at + ROUND_EVERY_MS;
    return false;
  }

  return { step, keptAfter: () => keptAfter };
}

async function isOurTurn(transaction: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as free`.execute(transaction);
  return rows[0]?.free === true;
}

/** In the order of their ids, which is the one in which they were stored. */
export function oldestRows({ kysely }: Pick<Database, 'kysely'>, { after, limit }: { after: number; limit: number }) {
  return kysely
    .selectFrom('detection')
    .select(['id', 'received_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
