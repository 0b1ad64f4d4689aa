import { parentPort, workerData } from 'node:worker_threads';
import { isConnectionLost } from '../../db/connection-lost.ts';
import { openDatabase } from '../../db/database.ts';
import { isDatabaseDamaged } from '../../db/database-damage.ts';
import { rememberDatabaseFiles } from '../../db/database-files.ts';
import { isDiskFull } from '../../disk/disk-full.ts';
import { isFileReplaced } from '../../file-identity.ts';
import type { FrameLog } from '../../frames/frame-store.ts';
import { openFrameWriter } from '../../frames/open-frame-writer.ts';
import { ensureIncidentGap, ensureTeam } from '../incidents/incident-state.ts';
import type { WriterAnswer, WriterNotice, WriterOptions, WriterRequest } from '../messages.ts';
import { createChanges } from './changes.ts';
import { createPostgresCommit } from './commit.postgres.ts';
import { createSqliteCommit } from './commit.sqlite.ts';
import { commitBatch } from './commit-batch.ts';
import { createMaintenance } from './maintenance.ts';
import { createRetention } from './retention.ts';
import { holdServerSlot, ONLY_SLOT } from './server-slot.ts';

/** Pause between two maintenance steps, while work is due and while none is. */
const STEP_PAUSE_MS = 50;
const IDLE_PAUSE_MS = 5_000;

const port = parentPort;
if (port === null) throw new Error('The writer runs as a worker thread');
const options = workerData as WriterOptions;

const send = (message: WriterAnswer | WriterNotice) => port.postMessage(message);
const log: FrameLog = (level, message, details) => send({ notice: 'log', level, message, details });

const database = openDatabase(options.database);
const checkDatabaseFiles = rememberDatabaseFiles(options.database);
const serverSlot = database.dialect === 'postgres' ? await holdServerSlot(database.pool) : ONLY_SLOT;
const { frames, checkFrames } = await openFrameWriter({
  database,
  frameLocation: options.frames,
  log,
});
const { incidentGapMs: gapMs, keepIncidents } = options;
await ensureIncidentGap(database, { gapMs, now: Date.now() });
await ensureTeam(database, { team: options.team, now: Date.now() });
const onMerge = () => send({ notice: 'merged' });
const commit =
  database.dialect === 'postgres'
    ? createPostgresCommit({ pool: database.pool, serverSlot, keepIncidents, onMerge })
    : createSqliteCommit({ sqlite: database.sqlite, gapMs: keepIncidents ? gapMs : null, onMerge });
const changes = createChanges({
  database,
  frames,
  serverSlot,
  onEraseFailure: ({ message: error }) =>
    log('error', 'Deleted frames could not be erased; will be tried again', { error }),
});
// Erasures left over by a crash. Maintenance does the rest of a long queue, so that the server starts soon.
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
  auditRetentionDays: options.auditRetentionDays,
  now: Date.now,
  log,
});

function noteFailure(error: Error) {
  if (isDatabaseDamaged(error)) send({ notice: 'damaged', problem: error.message });
  if (isDiskFull(error)) send({ notice: 'disk-full' });
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
      return { did: 'remove', row: await changes.remove(request.id, request.by) };
    case 'clear':
      return { did: 'clear', count: await changes.clear(request.by) };
    case 'comment':
      return { did: 'comment', row: await changes.comment(request.row) };
    case 'answer':
      return { did: 'answer', outcome: await changes.answer(request.action) };
    case 'drill':
      return { did: 'drill', id: await changes.drill(request.drill, request.frame) };
    case 'settle drill':
      return { did: 'settle drill', isNews: await changes.settleDrill(request.outcome) };
    case 'escalate':
      return { did: 'escalate', changed: await changes.escalate(request.change) };
    case 'stop':
      clearTimeout(nextStep);
      await maintenance.stop();
      await frames.close();
      serverSlot.release();
      await database.close();
      return { did: 'stop' };
  }
}

/** Serializes requests and maintenance steps. */
let queue: Promise<unknown> = Promise.resolve();
let stopping = false;
port.on('message', (request: WriterRequest) => {
  stopping ||= request.do === 'stop';
  queue = queue.then(async () => {
    const result = await answer(request)
      .then((done) => {
        // A commit to a file that was deleted or replaced is not stored.
        if (request.do !== 'stop') checkDatabaseFiles();
        return done;
      })
      .catch((error: Error): WriterAnswer => {
        noteFailure(error);
        const lost = isConnectionLost(error) || isFileReplaced(error);
        return { did: 'fail', error: error.message, lost, diskFull: isDiskFull(error) };
      });
    send(result);
    if (result.did === 'stop') port.close();
  });
});

let nextStep = setTimeout(step, STEP_PAUSE_MS);
function step() {
  if (stopping) return;
  queue = queue
    .then(() => maintenance.step())
    .catch((error: Error) => {
      log('error', 'Maintenance failed and will be tried again', { error: error.message });
      return false;
    })
    .then((more) => {
      if (!stopping) nextStep = setTimeout(step, more ? STEP_PAUSE_MS : IDLE_PAUSE_MS);
    });
}

send({ notice: 'ready' });
