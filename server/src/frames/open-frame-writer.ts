import type { Database } from '../db/database.ts';
import { checkDatabaseFrames } from './database/database-check.ts';
import { createDatabaseFrameWriter } from './database/database-frames.ts';
import type { DamagedFrame, FrameHome, FrameLog, FrameWriter } from './frame-store.ts';
import { checkObjectFrames } from './objects/object-check.ts';
import { createObjectFrameWriter } from './objects/object-frames.ts';
import { openObjectStore } from './objects/object-store.ts';
import { identifiedMark } from './segments/lost-rows.ts';
import { checkEveryFrame, checkTail } from './segments/segment-check.ts';
import { openSegmentWriter } from './segments/segment-writer.ts';

/** Compares what is stored with the rows, in small steps. */
export type CheckFrames = () => AsyncGenerator<DamagedFrame[]>;

export async function openFrameWriter(options: {
  database: Database;
  home: FrameHome;
  log: FrameLog;
}): Promise<{ frames: FrameWriter; checkFrames: CheckFrames }> {
  const { database, home, log } = options;
  const { kysely } = database;
  if (home.objectStore !== undefined) {
    const store = await openObjectStore(home.objectStore);
    const frames = await createObjectFrameWriter({ kysely, store, log, now: Date.now });
    return { frames, checkFrames: () => checkObjectFrames({ kysely, store }) };
  }
  if (database.dialect === 'postgres') {
    const frames = createDatabaseFrameWriter({ ...database, log, now: Date.now });
    return { frames, checkFrames: () => checkDatabaseFrames(kysely) };
  }
  const segments = { kysely, directory: home.directory };
  const mark = identifiedMark(database.sqlite);
  // Before the writer opens them: it would go on in a new segment if the last one had lost bytes.
  const damaged = await checkTail(segments);
  if (damaged.length > 0) log('error', 'Stored frames differ from what was received', { damaged });
  const frames = await openSegmentWriter({ ...segments, mark, log, now: Date.now });
  return { frames, checkFrames: () => checkEveryFrame(segments) };
}
