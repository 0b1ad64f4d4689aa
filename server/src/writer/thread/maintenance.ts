import type { Kysely } from 'kysely';
import type { Database, DatabaseAddress } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { FrameLog, FrameWriter } from '../../frames/frame-store.ts';
import type { CheckFrames } from '../../frames/open-frame-writer.ts';
import { deleteOldMinutes } from '../counters/minute-counters.ts';
import { recount } from '../counters/recount.ts';
import { createGroupingOfStored } from '../incidents/group-stored.ts';
import { createAuditUpkeep } from './audit-upkeep.ts';
import type { Changes } from './changes.ts';
import { createReportKeySweep } from './report-keys.ts';
import type { Retention } from './retention.ts';

/** The number of newest events that the log keeps. */
export const EVENTS_KEPT = 100_000;

/**
 * Background work in small steps between the reports: retention, pending erasures, reclaiming disk space, deletion of old
 * events, minutes and report keys, upkeep of the audit log, incidents of detections that an older version stored, and once after each start a
 * comparison of counters, incidents and frames with the rows.
 * @returns `step`, which resolves to whether more work is due at once
 */
export function createMaintenance(options: {
  database: Database;
  address: DatabaseAddress;
  frames: FrameWriter;
  checkFrames: CheckFrames;
  changes: Changes;
  retention: Retention;
  /** 0: the audit log is kept for ever. */
  auditRetentionDays: number;
  now: () => number;
  log: FrameLog;
}): { step: () => Promise<boolean>; stop: () => Promise<void> } {
  const { database, frames, changes, retention, now, log } = options;
  const { kysely } = database;
  const sweepReportKeys = createReportKeySweep({ kysely, keptAfter: retention.keptAfter, now });
  const groupStored = createGroupingOfStored(database);
  let check = fullCheck(options);
  let checking = true;
  const keepAudit = createAuditUpkeep(options);

  async function step(): Promise<boolean> {
    // Rows first: a segment file without rows is deleted as a whole, which is cheaper than overwriting its frames.
    const removing = await removeOld();
    const erasing = !removing && (await changes.settleErasures());
    const deleting = await deleteOldRecords();
    const grouping = await groupStored();
    const pruning = await keepAudit();
    if (removing || (await frames.reclaim()) || erasing || deleting || grouping || pruning) return true;
    if (checking) checking = (await nextCheck()).done !== true;
    return checking;
  }

  async function deleteOldRecords(): Promise<boolean> {
    const more = [await deleteOldEvents(kysely), await deleteOldMinutes(kysely, now()), await sweepReportKeys()];
    return more.includes(true);
  }

  async function removeOld(): Promise<boolean> {
    try {
      return await retention.step();
    } catch (error) {
      // The other steps continue, because erasures of deleted frames must not wait for retention.
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
      // A generator that threw is done, which would look like a completed check.
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
    if (drift.length > 0)
      log('error', 'Counters or incidents differ from the detections', { drift: drift.slice(0, 20) });
    yield;
  }
  for await (const damaged of checkFrames()) {
    if (damaged.length > 0) log('error', 'Stored frames differ from what was received', { damaged });
    yield;
  }
}

/** @returns whether more is due at once: under load more events are written than one step deletes */
async function deleteOldEvents(kysely: Kysely<Schema>): Promise<boolean> {
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
