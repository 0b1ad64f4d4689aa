import { setImmediate as nextTurn } from 'node:timers/promises';
import { DISK_FULL, isDiskFull } from '../disk/disk-full.ts';
import { apiError } from '../http/errors.ts';
import { type ChangeRequests, createChangeRequests } from './change-requests.ts';
import type { BatchAnswer } from './messages.ts';
import type { NewDetection, Stored } from './new-detection.ts';
import { ownBytes } from './own-bytes.ts';
import type { WriterLink } from './writer-link.ts';

const BATCH_ROWS = 256;
const BATCH_BYTES = 16 * 1024 * 1024;
/** While other servers commit, a batch waits for at most so many reports, and at most so long. */
const BATCHING_WINDOW_ROWS = 128;
const BATCHING_WINDOW_MS = 12;
/** Other servers count as active for so long after a commit of theirs. */
const OTHER_WRITERS_MS = 1_000;
const QUEUE_ROWS = 10_000;
const QUEUE_BYTES = 256 * 1024 * 1024;

/** The only way to change detections. */
export type DetectionWriter = ChangeRequests & {
  /** Resolves once row and frame are on disk. Rejects with UNAVAILABLE: at once when the queue is full, or when the store refused. */
  add: (row: NewDetection, frame: Uint8Array | null) => Promise<Stored>;
  waiting: () => WaitingReports;
  /** Stores every accepted report, then ends the thread. */
  stop: () => Promise<void>;
};

/** The reports in the queue, and the limits above which further reports are refused. */
export type WaitingReports = {
  reports: number;
  reportsLimit: number;
  bytes: number;
  bytesLimit: number;
  /** Age of the running commit in milliseconds; 0 while none is running. */
  committingMs: number;
};

/** The size of a batch and how long the thread took for it. */
export type CommittedBatch = { reports: number; ms: number };

/** A report that was stored, with the number of its event. */
export type CreatedDetection = {
  id: number;
  seq: number;
  row: NewDetection;
  frameSize: number | null;
  incident_id: number;
  answered: boolean;
};

type Queued = {
  row: NewDetection;
  frame: Uint8Array | null;
  frameSize: number | null;
  resolve: (stored: Stored) => void;
  reject: (error: Error) => void;
};

/**
 * Group commit with double buffering: while one batch is being committed, reports queue for the next.
 *
 * Devices report again when they are answered, so two groups of reports alternate: one is being committed while the other
 * is answered and queues again. A batch is at most half of the queued and the just answered reports, which keeps the two
 * groups equal in size. With unequal groups, this thread and the writer's would in turn have nothing to do.
 *
 * A server that is alone on its database never waits for a batch to fill: that gained nothing. While other servers commit
 * to the same database, a batch does wait, because each server receives only part of the reports and every commit has a
 * fixed cost. Small groups then become one larger batch, and another server uses the time.
 * @param options.shared other servers may commit to this database
 * @param options.check throws when nothing may be stored now: the reason goes to the log, the report is refused
 * @param options.limitLabels marks the labels of a report that exceed the limits
 * @param options.onCreated called after every commit of reports with the new detections, in the order of their events
 * @param options.onChange called after every other commit that writes an event
 * @param options.onRefused called with the store's error message when it did not take a report
 * @param options.onCommitted called after every batch, stored or refused
 * @param options.onError called when a callback failed after its reports were settled
 */
export function createDetectionWriter(options: {
  link: WriterLink;
  shared?: boolean;
  check?: () => void;
  limitLabels?: (row: NewDetection) => NewDetection;
  onCreated: (created: CreatedDetection[]) => void;
  onChange: () => void;
  onRefused: (reason: string) => void;
  onCommitted?: ((batch: CommittedBatch) => void) | undefined;
  onError: (error: unknown) => void;
}): DetectionWriter {
  const {
    link,
    shared = false,
    check = () => {},
    limitLabels = (row) => row,
    onCreated,
    onChange,
    onRefused,
    onCommitted,
    onError,
  } = options;
  const queue: Queued[] = [];
  let queuedBytes = 0;
  let committing: Promise<void> | null = null;
  let batchStartedAt: number | null = null;
  /** The event number of the newest report, and how many other events this server may have committed after it. */
  let newestSeq = 0;
  let ownEvents = 0;
  let otherWritersActiveUntil = Number.NEGATIVE_INFINITY;
  let batchingWindow: { rows: number; done: () => void } | null = null;

  function add(row: NewDetection, frame: Uint8Array | null): Promise<Stored> {
    const frameSize = frame?.byteLength ?? null;
    const bytes = frameSize ?? 0;
    if (queue.length >= QUEUE_ROWS || queuedBytes + bytes > QUEUE_BYTES) {
      return Promise.reject(tryAgain('Too many reports are waiting to be stored'));
    }
    try {
      check();
    } catch (error) {
      onRefused(error instanceof Error ? error.message : String(error));
      const reason = isDiskFull(error) ? DISK_FULL : 'Reports cannot be stored at the moment; send it again';
      return Promise.reject(tryAgain(reason));
    }
    return new Promise((resolve, reject) => {
      queue.push({ row: limitLabels(row), frame, frameSize, resolve, reject });
      queuedBytes += bytes;
      if (batchingWindow !== null && queue.length >= batchingWindow.rows) batchingWindow.done();
      committing ??= commitAll();
    });
  }

  async function commitAll() {
    for (let answered = 0; ; ) {
      const expected = queue.length + answered;
      const otherWritersActive = performance.now() < otherWritersActiveUntil;
      if (otherWritersActive) await waitForBatch(Math.min(expected, BATCHING_WINDOW_ROWS));
      await nextTurn();
      const half = Math.ceil((queue.length + answered) / 2);
      const most = otherWritersActive ? Math.max(half, BATCHING_WINDOW_ROWS) : half;
      const batch = takeBatch(Math.min(most, BATCH_ROWS));
      if (batch.length === 0) break;
      answered = batch.length;
      try {
        await commit(batch);
      } catch (error) {
        onError(error);
      }
    }
    committing = null;
  }

  /** Resolves when so many reports are queued, or when the window ends. */
  async function waitForBatch(rows: number) {
    if (queue.length >= rows) return;
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, BATCHING_WINDOW_MS);
      const done = () => {
        clearTimeout(timeout);
        resolve();
      };
      batchingWindow = { rows, done };
    });
    batchingWindow = null;
  }

  async function commit(batch: readonly Queued[]) {
    const startedAt = performance.now();
    batchStartedAt = startedAt;
    const outcomes = await store(batch).catch((error: Error) => {
      onRefused(error.message);
      return [];
    });
    batchStartedAt = null;
    onCommitted?.({ reports: batch.length, ms: performance.now() - startedAt });
    settle(batch, outcomes, onRefused);
    const created = createdIn(batch, outcomes);
    detectOtherWriters(created);
    onCreated(created);
  }

  /** Event numbers have no gaps, so a number skipped here went to another server or to this server's retention. */
  function detectOtherWriters(created: readonly CreatedDetection[]) {
    const [first] = created;
    if (first === undefined) return;
    if (shared && first.seq > newestSeq + ownEvents + 1) otherWritersActiveUntil = performance.now() + OTHER_WRITERS_MS;
    ownEvents = 0;
    newestSeq = created.at(-1)?.seq ?? first.seq;
  }

  async function store(batch: readonly Queued[]): Promise<BatchAnswer> {
    const rows = batch.map(({ row }) => row);
    const frames = batch.map(({ frame }) => (frame === null ? null : ownBytes(frame)));
    const transfer = frames.flatMap((frame) => (frame === null ? [] : [frame.buffer]));
    const answer = await link.ask({ do: 'commit', batch: { rows, frames } }, transfer);
    if (answer.did !== 'commit') throw new Error(`The writer answered ${answer.did} to a commit`);
    return answer.outcomes;
  }

  function takeBatch(most: number): Queued[] {
    let count = 0;
    let bytes = 0;
    for (const { frameSize } of queue) {
      if (count === most || (count > 0 && bytes + (frameSize ?? 0) > BATCH_BYTES)) break;
      bytes += frameSize ?? 0;
      count += 1;
    }
    queuedBytes -= bytes;
    return queue.splice(0, count);
  }

  const changes = createChangeRequests({
    link,
    onChange: (events = 1) => {
      ownEvents += events;
      onChange();
    },
  });

  async function stop() {
    await committing;
    await link.stop();
  }

  const waiting = () => ({
    reports: queue.length,
    reportsLimit: QUEUE_ROWS,
    bytes: queuedBytes,
    bytesLimit: QUEUE_BYTES,
    committingMs: batchStartedAt === null ? 0 : performance.now() - batchStartedAt,
  });

  return { ...changes, add, waiting, stop };
}

function settle(batch: readonly Queued[], outcomes: BatchAnswer, onRefused: (reason: string) => void) {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined && 'stored' in outcome) {
      resolve(outcome.stored);
      continue;
    }
    reject(tryAgain('The report could not be stored; send it again'));
    if (outcome !== undefined) onRefused(outcome.error);
  }
}

function createdIn(batch: readonly Queued[], outcomes: BatchAnswer): CreatedDetection[] {
  return outcomes.flatMap((outcome, index) => {
    const queued = batch[index];
    if (queued === undefined || !('stored' in outcome) || outcome.stored.repeated) return [];
    const { id, seq, incident_id, answered } = outcome.stored;
    return { id, seq, row: queued.row, frameSize: queued.frameSize, incident_id, answered };
  });
}

function tryAgain(message: string) {
  return apiError('UNAVAILABLE', message, { retryAfterSeconds: 1 });
}
