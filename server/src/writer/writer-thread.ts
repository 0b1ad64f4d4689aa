import { parentPort, workerData } from 'node:worker_threads';
import { isConnectionLost } from '../db/connection-lost.ts';
import { openDatabase } from '../db/database.ts';
import { isDatabaseDamaged } from '../db/database-damage.ts';
import { rememberDatabaseFiles } from '../db/database-files.ts';
import { isDiskFull } from '../disk/disk-full.ts';
import { isFileReplaced } from '../file-identity.ts';
import type { FrameLog } from '../frames/frame-store.ts';
import { openFrameWriter } from '../frames/open-frame-writer.ts';
import { createChanges } from './changes.ts';
import { createPostgresCommit } from './commit.postgres.ts';
import { createSqliteCommit } from './commit.sqlite.ts';
import { commitBatch } from './commit-batch.ts';
import { createMaintenance } from './maintenance.ts';
import type { WriterAnswer, WriterNotice, WriterOptions, WriterRequest } from './messages.ts';
import { createRetention } from './retention.ts';
import { holdServerSlot, ONLY_SLOT } from './server-slot.ts';

/** Between two steps of maintenance, in milliseconds: while there is work, and while there is none. */
const STEP_PAUSE_MS = 50;
const IDLE_PAUSE_MS = 5_000;

const port = parentPort;
if (port === null) throw new Error('The writer runs as a worker thread');
const options = workerData as WriterOptions;

const say = (message: WriterAnswer | WriterNotice) => port.postMessage(message);
const log: FrameLog = (level, message, details) => say({ notice: 'log', level, message, details });

const database = openDatabase(options.database);
const checkDatabaseFiles = rememberDatabaseFiles(options.database);
const serverSlot = database.dialect === 'postgres' ? await holdServerSlot(database.pool) : ONLY_SLOT;
const { frames, checkFrames } = await openFrameWriter({
  database,
  home: options.frames,
  log,
});
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
  frames,
  checkFrames,
  changes,
  retention: createRetention({
    database,
    serverSlot,
    days: options.retentionDays,
    now: Date.now,
    onRemoved: (count) => log('info', 'Old detections were removed', { count, olderThanDays: options.retentionDays }),
  }),
  now: Date.now,
  log,
});

function noteFailure(error: Error) {
  if (isDatabaseDamaged(error)) say({ notice: 'damaged', problem: error.message });
  if (isDiskFull(error)) say({ notice: 'disk-full' });
}

async function answer(request: WriterRequest): Promise<WriterAnswer> {
  switch (request.do) {
    case 'commit': {
      const outcomes = await commitBatch({ batch: request.batch, commit, frames });
      for (const outcome of outcomes) if ('error' in outcome) noteFailure(outcome.error);
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
    const result = await answer(request)
      .then((done) => {
        // What was committed to a file that is not there any more is not stored.
        if (request.do !== 'stop') checkDatabaseFiles();
        return done;
      })
      .catch((error: Error): WriterAnswer => {
        noteFailure(error);
        const lost = isConnectionLost(error) || isFileReplaced(error);
        return { did: 'fail', error: error.message, lost, diskFull: isDiskFull(error) };
      });
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
