import type { Database } from '../db/database.ts';
import { checkDatabaseFrames } from './database/database-check.ts';
import { createDatabaseFrameWriter } from './database/database-frames.ts';
import type { DamagedFrame, FrameLocation, FrameLog, FrameWriter } from './frame-store.ts';
import { checkObjectFrames } from './objects/object-check.ts';
import { createObjectFrameWriter } from './objects/object-frames.ts';
import { openObjectStore } from './objects/object-store.ts';
import { identifiedMark } from './segments/lost-rows.ts';
import { checkEveryFrame, checkTail } from './segments/segment-check.ts';
import { openSegmentWriter } from './segments/segment-writer.ts';

/** Compares the stored frames with the rows, in small steps. */
export type CheckFrames = () => AsyncGenerator<DamagedFrame[]>;

export async function openFrameWriter(options: {
  database: Database;
  frameLocation: FrameLocation;
  log: FrameLog;
}): Promise<{ frames: FrameWriter; checkFrames: CheckFrames }> {
  const { database, frameLocation, log } = options;
  const { kysely } = database;
  if (frameLocation.objectStore !== undefined) {
    const store = await openObjectStore(frameLocation.objectStore);
    const frames = await createObjectFrameWriter({ kysely, store, log, now: Date.now });
    return { frames, checkFrames: () => checkObjectFrames({ kysely, store }) };
  }
  if (database.dialect === 'postgres') {
    const frames = createDatabaseFrameWriter({ ...database, log, now: Date.now });
    return { frames, checkFrames: () => checkDatabaseFrames(kysely) };
  }
  const segments = { kysely, directory: frameLocation.directory };
  const mark = identifiedMark(database.sqlite);
  // Runs before the writer opens the segments, which begins a new segment when the last one has lost bytes.
  const damaged = await checkTail(segments);
  if (damaged.length > 0) log('error', 'Stored frames differ from what was received', { damaged });
  const frames = await openSegmentWriter({ ...segments, mark, log, now: Date.now });
  return { frames, checkFrames: () => checkEveryFrame(segments) };
}
