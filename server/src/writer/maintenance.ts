import type { Kysely } from 'kysely';
import type { Database, DatabaseAddress } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { FrameLog, FrameWriter } from '../frames/frame-store.ts';
import type { CheckFrames } from '../frames/open-frame-writer.ts';
import type { Changes } from './changes.ts';
import { forgetOldMinutes } from './minute-counters.ts';
import { recount } from './recount.ts';
import { createReportKeySweep } from './report-keys.ts';
import type { Retention } from './retention.ts';

/** A stream that missed more than this many events loads everything again. */
export const EVENTS_KEPT = 100_000;

/**
 * The work behind the reports, in small steps: remove what is too old, finish erasures, give room back, forget old
 * events, minutes and report keys, and once after each start compare counters and frames with the rows.
 * @returns how to do the next step; false from it means: all done
 */
export function createMaintenance(options: {
  database: Database;
  address: DatabaseAddress;
  frames: FrameWriter;
  checkFrames: CheckFrames;
  changes: Changes;
  retention: Retention;
  now: () => number;
  log: FrameLog;
}): { step: () => Promise<boolean>; stop: () => Promise<void> } {
  const { database, frames, changes, retention, now, log } = options;
  const { kysely } = database;
  const sweepReportKeys = createReportKeySweep({ kysely, keptAfter: retention.keptAfter, now });
  let check = fullCheck(options);
  let checking = true;

  async function step(): Promise<boolean> {
    // First the rows: a file of frames that has none left goes as a whole, which is cheaper than to overwrite it.
    const removing = await removeOld();
    const erasing = !removing && (await changes.settleErasures());
    const forgetting = await forgetOld();
    if (removing || (await frames.reclaim()) || erasing || forgetting) return true;
    if (checking) checking = (await nextCheck()).done !== true;
    return checking;
  }

  async function forgetOld(): Promise<boolean> {
    const more = [await forgetOldEvents(kysely), await forgetOldMinutes(kysely, now()), await sweepReportKeys()];
    return more.includes(true);
  }

  async function removeOld(): Promise<boolean> {
    try {
      return await retention.step();
    } catch (error) {
      // The other work goes on: what a guard has deleted must not wait for this.
      log('error', 'Old detections could not be removed; will be tried again', {
        error: error instanceof Error ? error.message : String(error),
      });
      return false;
    }
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
  address: DatabaseAddress;
  checkFrames: CheckFrames;
  log: FrameLog;
}): AsyncGenerator<void> {
  const { address, checkFrames, log } = options;
  for await (const drift of recount(address)) {
    if (drift.length > 0) log('error', 'Counters differ from the rows they count', { drift: drift.slice(0, 20) });
    yield;
  }
  for await (const damaged of checkFrames()) {
    if (damaged.length > 0) log('error', 'Stored frames differ from what was received', { damaged });
    yield;
  }
}

/** @returns whether there is more to do at once: in a flood more is written than one step forgets */
async function forgetOldEvents(kysely: Kysely<Schema>): Promise<boolean> {
  const head = await kysely.selectFrom('event_head').select('seq').executeTakeFirst();
  const kept = (head?.seq ?? 0) - EVENTS_KEPT;
  if (kept <= 0) return false;
  const oldest = await kysely.selectFrom('event').select('seq').orderBy('seq').limit(1).executeTakeFirst();
  if (oldest === undefined || oldest.seq > kept) return false;
  const until = Math.min(kept, oldest.seq + EVENTS_PER_STEP);
  await kysely.deleteFrom('event').where('seq', '<=', until).execute();
  return until < kept;
}

const EVENTS_PER_STEP = 5_000;
