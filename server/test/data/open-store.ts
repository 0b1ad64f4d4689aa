import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ensureActiveThreatIndex } from '../../src/db/active-threat-index.ts';
import { openDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createDetectionEventLog } from '../../src/detections/detection-events.store.ts';
import { createDetectionStore } from '../../src/detections/detections.store.ts';
import { openFrameReader } from '../../src/frames/open-frame-reader.ts';
import { createDetectionWriter } from '../../src/writer/detection-writer.ts';
import type { WriterNotice } from '../../src/writer/messages.ts';
import { startWriterThread } from '../../src/writer/writer-link.ts';
import type { FreshDatabase } from './on-both-databases.ts';

type Place = Awaited<ReturnType<FreshDatabase>>;

/** Opens the real store with its thread, without HTTP; it is closed when the test has finished, or before. */
export async function openStore({ address, dataDir, objectStore }: Place, { incidentGapMs = 60_000 } = {}) {
  const database = openDatabase(address);
  await migrate(database);
  await ensureActiveThreatIndex(database, { level: 8 });
  const framesDirectory = join(dataDir, 'frames');
  const frameLocation = { directory: framesDirectory, objectStore };
  const notices: Extract<WriterNotice, { notice: 'log' }>[] = [];
  const refusals: string[] = [];
  const frames = await openFrameReader({
    database,
    frameLocation,
    now: Date.now,
    onUnreachable: (error) => {
      throw error;
    },
  });
  const link = await startWriterThread({
    writer: {
      database: address,
      frames: frameLocation,
      retentionDays: 0,
      auditRetentionDays: 0,
      incidentGapMs,
      team: false,
      keepIncidents: true,
    },
    onNotice: (notice) => notices.push(notice),
    onFailure: (error) => {
      throw error;
    },
    onDamaged: (problem) => refusals.push(problem),
    onDiskFull: () => refusals.push('disk full'),
    onMerged: () => {},
  });
  const store = createDetectionStore(database, { activeThreatLevel: 8, team: false });
  const writer = createDetectionWriter({
    link,
    onCreated: () => {},
    onChange: () => {},
    onRefused: (reason) => refusals.push(reason),
    onError: (error) => {
      throw error;
    },
  });

  let open = true;
  async function close() {
    if (!open) return;
    open = false;
    await writer.stop();
    await frames.close();
    await database.close();
  }
  onTestFinished(close);
  return {
    address,
    database,
    framesDirectory,
    store,
    events: createDetectionEventLog(database, store),
    writer,
    frames,
    /** The log lines of the thread. */
    notices,
    /** The errors of reports that were not stored. */
    refusals,
    close,
  };
}

export type OpenStore = Awaited<ReturnType<typeof openStore>>;
