import { parentPort, workerData } from 'node:worker_threads';
import { isConnectionLost } from '../db/connection-lost.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createDatabaseFrameWriter } from '../frames/database-frames.ts';
import { checkTail } from '../frames/segment-check.ts';
import { openSegmentWriter } from '../frames/segment-writer.ts';
import { createChanges } from './changes.ts';
import { createPostgresCommit } from './commit.postgres.ts';
import { createSqliteCommit } from './commit.sqlite.ts';
import { commitBatch } from './commit-batch.ts';
import { createMaintenance, type Log } from './maintenance.ts';
import type { WriterAnswer, WriterNotice, WriterOptions, WriterRequest } from './messages.ts';
import { holdServerSlot, ONLY_SLOT } from './server-slot.ts';

/** Between two steps of maintenance, in milliseconds: while there is work, and while there is none. */
const STEP_PAUSE_MS = 50;
const IDLE_PAUSE_MS = 5_000;

const port = parentPort;
if (port === null) throw new Error('The writer runs as a worker thread');
const options = workerData as WriterOptions;

const say = (message: WriterAnswer | WriterNotice) => port.postMessage(message);
const log: Log = (level, message, details) => say({ notice: 'log', level, message, details });

const database = openDatabase(options.database);
const serverSlot = database.dialect === 'postgres' ? await holdServerSlot(database.pool) : ONLY_SLOT;
const frames = await openFrames(database);
const commit =
  database.dialect === 'postgres'
    ? createPostgresCommit(database.pool, serverSlot)
    : createSqliteCommit(database.sqlite);
const changes = createChanges({
  database,
  frames,
  serverSlot,
  onEraseFailure: ({ message: error }) =>
    log('error', 'Deleted frames could not be erased; will be tried again', { error }),
});
// What a crash left over; the rest of a long queue is maintenance's, so that the server answers soon.
await changes.settleErasures();
const maintenance = createMaintenance({
  database,
  address: options.database,
  framesDirectory: options.framesDirectory,
  frames,
  changes,
  log,
});

async function openFrames(opened: Database) {
  if (opened.dialect === 'postgres') return createDatabaseFrameWriter({ ...opened, now: Date.now });
  const segments = { kysely: opened.kysely, directory: options.framesDirectory };
  // Before the writer opens them: it would go on in a new segment if the last one had lost bytes.
  const damaged = await checkTail(segments);
  if (damaged.length > 0) log('error', 'Stored frames differ from what was received', { damaged });
  return openSegmentWriter(segments);
}

async function answer(request: WriterRequest): Promise<WriterAnswer> {
  switch (request.do) {
    case 'commit': {
      const outcomes = await commitBatch({ batch: request.batch, commit, frames });
      return {
        did: 'commit',
        outcomes: outcomes.map((outcome) => ('error' in outcome ? { error: outcome.error.message } : outcome)),
      };
    }
    case 'remove':
      return { did: 'remove', row: await changes.remove(request.id) };
    case 'clear':
      return { did: 'clear', count: await changes.clear() };
    case 'comment':
      return { did: 'comment', row: await changes.comment(request.row) };
    case 'stop':
      clearTimeout(nextStep);
      await maintenance.stop();
      await frames.close();
      serverSlot.release();
      await database.close();
      return { did: 'stop' };
  }
}

/** Requests and steps of maintenance take turns: there is one writer. */
let turn: Promise<unknown> = Promise.resolve();
let stopping = false;
port.on('message', (request: WriterRequest) => {
  stopping ||= request.do === 'stop';
  turn = turn.then(async () => {
    const result = await answer(request).catch(
      (error: Error): WriterAnswer => ({
        did: 'fail',
        error: error.message,
        lost: isConnectionLost(error),
      }),
    );
    say(result);
    if (result.did === 'stop') port.close();
  });
});

let nextStep = setTimeout(step, STEP_PAUSE_MS);
function step() {
  if (stopping) return;
  turn = turn
    .then(() => maintenance.step())
    .catch((error: Error) => {
      log('error', 'Maintenance failed and will be tried again', { error: error.message });
      return false;
    })
    .then((more) => {
      if (!stopping) nextStep = setTimeout(step, more ? STEP_PAUSE_MS : IDLE_PAUSE_MS);
    });
}

say({ notice: 'ready' });
