import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdirSync, openSync, writevSync } from 'node:fs';
import path from 'node:path';
import { databaseAddress, openDatabase } from '../../../../server/src/db/database.ts';
import { migrate } from '../../../../server/src/db/migrate.ts';
import { identifiedMark } from '../../../../server/src/frames/segments/lost-rows.ts';
import { openSegmentWriter } from '../../../../server/src/frames/segments/segment-writer.ts';
import type { NewDetection } from '../../../../server/src/writer/new-detection.ts';
import { createSqliteCommit } from '../../../../server/src/writer/thread/commit.sqlite.ts';
import { commitBatch } from '../../../../server/src/writer/thread/commit-batch.ts';
import type { Bench, BenchOptions } from '../../bench.ts';
import { median } from '../../quantiles.ts';
import { jpegOfSize } from '../../reports/jpeg-of-size.ts';

const BATCH = 50;
const FRAME_BYTES = 100_000;

type BatchWriter = { name: string; store: (frames: Buffer[]) => Promise<void> };

/** Compares batches of 50 frames, in the segment store alone and with rows, counters and events, with bare append + fdatasync. */
export const frameBatches: Bench = async (options) => {
  const frames = await Promise.all(Array.from({ length: BATCH }, (_, seed) => jpegOfSize(FRAME_BYTES, seed)));
  const writers = [bareAppend(options), ...(await productWriters(options))];
  const rates = new Map<string, number[]>();
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const { name, store } of writers) {
      const rate = await framesPerSecond(store, { frames, seconds: options.seconds });
      options.progress(`round ${round}: ${name}: ${rate.toFixed(0)} frames/s`);
      rates.set(name, [...(rates.get(name) ?? []), rate]);
    }
  }
  const rateOf = (name: string) => median(rates.get(name) ?? []);
  const ofBare = (name: string) => rateOf(name) / rateOf('append + fdatasync');
  const what = 'Frames with rows in batches of 50, of bare append + fdatasync';
  return {
    tables: [
      {
        title: 'Frames of 100 KB in batches of 50',
        columns: ['store', 'frames per second', '× of bare append'],
        rows: writers.map(({ name }) => [name, rateOf(name), ofBare(name)]),
      },
    ],
    checks: [{ what, measured: ofBare('frames and rows'), unit: '×', target: 0.5, bound: 'at least' }],
  };
};

async function framesPerSecond(
  store: BatchWriter['store'],
  run: { frames: Buffer[]; seconds: number },
): Promise<number> {
  const start = performance.now();
  let stored = 0;
  while (performance.now() - start < run.seconds * 1_000) {
    await store(run.frames);
    stored += run.frames.length;
  }
  return (stored / (performance.now() - start)) * 1_000;
}

function bareAppend({ folder, atEnd }: BenchOptions): BatchWriter {
  const fd = openSync(path.join(folder, 'bare.seg'), 'wx');
  atEnd(() => closeSync(fd));
  const store = async (frames: Buffer[]) => {
    writevSync(fd, frames);
    fdatasyncSync(fd);
  };
  return { name: 'append + fdatasync', store };
}

async function productWriters({ folder, atEnd }: BenchOptions): Promise<BatchWriter[]> {
  const database = openDatabase(databaseAddress(folder, undefined));
  atEnd(database.close);
  await migrate(database);
  if (database.dialect !== 'sqlite') throw new Error('The embedded database is SQLite');
  const mark = identifiedMark(database.sqlite);
  const open = async (name: string) => {
    const directory = path.join(folder, name);
    mkdirSync(directory);
    const writer = await openSegmentWriter({ directory, kysely: database.kysely, mark, log: () => {}, now: Date.now });
    atEnd(writer.close);
    return writer;
  };
  const alone = await open('frames-alone');
  const withRows = await open('frames-with-rows');
  const commit = createSqliteCommit({ sqlite: database.sqlite, gapMs: 60_000, onMerge: () => {} });
  return [
    {
      name: 'frames alone',
      store: async (frames) => {
        await alone.put(frames);
      },
    },
    {
      name: 'frames and rows',
      store: async (frames) => {
        const outcomes = await commitBatch({ batch: { rows: frames.map(row), frames }, commit, frames: withRows });
        for (const outcome of outcomes) if ('error' in outcome) throw outcome.error;
      },
    },
  ];
}

function row(): NewDetection {
  return {
    event_id: randomUUID(),
    other_labels: 0,
    evidence: null,
    at: Date.now(),
    received_at: Date.now(),
    weapon_type: 'Pistol',
    weapon_type_key: 'pistol',
    confidence: 91,
    threat_level: 9,
    location: 'North Gate',
    device: 'Bench camera',
    device_id: 'bench',
    source: 'device',
    description: null,
    officer_name: null,
    metrics: null,
  };
}
