import type { Database, DatabaseAddress } from '../db/database.ts';
import { checkDatabaseFrames } from '../frames/database-check.ts';
import type { FrameWriter } from '../frames/frame-store.ts';
import { checkEveryFrame } from '../frames/segment-check.ts';
import type { Changes } from './changes.ts';
import { recount } from './recount.ts';

/** A stream that missed more than this many events loads everything again. */
export const EVENTS_KEPT = 100_000;

export type Log = (level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>) => void;

/**
 * The work behind the reports, in small steps: finish erasures, give room back, forget old events, and once after each
 * start compare counters and frames with the rows. @returns how to do the next step; false from it means: all done.
 */
export function createMaintenance(options: {
  database: Database;
  address: DatabaseAddress;
  framesDirectory: string;
  frames: FrameWriter;
  changes: Changes;
  log: Log;
}): { step: () => Promise<boolean>; stop: () => Promise<void> } {
  const { database, frames, changes } = options;
  let check = fullCheck(options);
  let checking = true;

  async function step(): Promise<boolean> {
    const erasing = await changes.settleErasures();
    await forgetOldEvents(database);
    if ((await frames.reclaim()) || erasing) return true;
    if (checking) checking = (await nextCheck()).done !== true;
    return checking;
  }

  async function nextCheck() {
    try {
      return await check.next();
    } catch (error) {
      // A generator that threw is at its end, and would look as if all had been checked.
      check = fullCheck(options);
      throw error;
    }
  }

  return {
    step,
    stop: async () => {
      await check.return(undefined);
    },
  };
}

async function* fullCheck(options: {
  database: Database;
  address: DatabaseAddress;
  framesDirectory: string;
  log: Log;
}): AsyncGenerator<void> {
  const { database, address, framesDirectory, log } = options;
  for await (const drift of recount(address)) {
    if (drift.length > 0) log('error', 'Counters differ from the rows they count', { drift: drift.slice(0, 20) });
    yield;
  }
  const { kysely } = database;
  const check =
    address.dialect === 'postgres'
      ? checkDatabaseFrames(kysely)
      : checkEveryFrame({ kysely, directory: framesDirectory });
  for await (const damaged of check) {
    if (damaged.length > 0) log('error', 'Stored frames differ from what was received', { damaged });
    yield;
  }
}

async function forgetOldEvents({ kysely }: Database) {
  const head = await kysely.selectFrom('event_head').select('seq').executeTakeFirst();
  const kept = (head?.seq ?? 0) - EVENTS_KEPT;
  if (kept <= 0) return;
  const oldest = await kysely.selectFrom('event').select('seq').orderBy('seq').limit(1).executeTakeFirst();
  if (oldest === undefined || oldest.seq > kept) return;
  const until = Math.min(kept, oldest.seq + EVENTS_PER_STEP);
  await kysely.deleteFrom('event').where('seq', '<=', until).execute();
}

const EVENTS_PER_STEP = 5_000;
