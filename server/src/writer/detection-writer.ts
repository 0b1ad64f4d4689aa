import { setImmediate as nextTurn } from 'node:timers/promises';
import { DISK_FULL, isDiskFull } from '../disk/disk-full.ts';
import { apiError } from '../http/errors.ts';
import type { AddedComment, NewCommentRow } from './add-comment.ts';
import type { BatchAnswer } from './messages.ts';
import type { NewDetection, Stored, StoredDetection } from './new-detection.ts';
import type { WriterLink } from './writer-link.ts';

const BATCH_ROWS = 256;
const BATCH_BYTES = 16 * 1024 * 1024;
/** While other servers commit, too, a batch waits for so many reports, if they may come, and no longer than this. */
const GATHERED_ROWS = 128;
const GATHERING_MS = 12;
/** For so long after a commit of another server, there may be the next. */
const COMPANY_MS = 1_000;
const QUEUE_ROWS = 10_000;
const QUEUE_BYTES = 256 * 1024 * 1024;

/** The one way to change detections. */
export type DetectionWriter = {
  /** Resolves once row and frame are on disk. Rejects with UNAVAILABLE: at once when too much waits, or when the store refused. */
  add: (row: NewDetection, frame: Uint8Array | null) => Promise<Stored>;
  /** The removed row, or null when there was none. */
  remove: (id: number) => Promise<StoredDetection | null>;
  /** How many were removed. */
  clear: () => Promise<number>;
  comment: (row: NewCommentRow) => Promise<AddedComment>;
  waiting: () => WaitingReports;
  /** Stores what was accepted, then ends. */
  stop: () => Promise<void>;
};

/** What waits to be stored, and with how much of it further reports are refused. */
export type WaitingReports = {
  reports: number;
  reportsLimit: number;
  bytes: number;
  bytesLimit: number;
  /** How long the batch that is being committed has taken so far, in milliseconds; 0 while none is. */
  committingMs: number;
};

/** How many reports the thread was given together, and how long it took them. */
export type CommittedBatch = { reports: number; ms: number };

/** A report that was stored, with the number of its event. */
export type CreatedDetection = { id: number; seq: number; row: NewDetection; frameSize: number | null };

type Queued = {
  row: NewDetection;
  frame: Uint8Array | null;
  frameSize: number | null;
  resolve: (stored: Stored) => void;
  reject: (error: Error) => void;
};

/**
 * Group commit: whatever arrives while one batch is being committed becomes the next, with what the event loop has at hand
 * when it ends.
 *
 * Devices that were answered report again, so two groups take turns: one is being committed while the other is answered
 * and sends anew. Behind a large group a small one would leave this thread idle, and the writer's after it; so a batch is
 * at most half of what waits and what was just answered.
 *
 * Waiting a few milliseconds for more gains nothing, unless other servers commit to the same database: each has only its
 * share of the reports, all pay for each commit, and while one waits, another works. So then small groups become one, and
 * it is waited for.
 * @param options.shared other servers may commit to this database
 * @param options.check throws when nothing may be stored now: the reason goes to the log, the report is refused
 * @param options.limitLabels marks those labels of a report that are too many
 * @param options.onCreated called after every commit of reports with those that were new, in the order of their events
 * @param options.onChange called after every other commit that people should hear of
 * @param options.onRefused called with the store's own words when it did not take a report
 * @param options.onCommitted called after every batch, stored or refused
 * @param options.onError a report was settled, but telling of it failed
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
  /** The number of the newest report's event, and how many events of ours may have followed it. */
  let newestSeq = 0;
  let ownEvents = 0;
  let companyUntil = Number.NEGATIVE_INFINITY;
  let gathering: { rows: number; done: () => void } | null = null;

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
      if (gathering !== null && queue.length >= gathering.rows) gathering.done();
      committing ??= commitAll();
    });
  }

  async function commitAll() {
    for (let answered = 0; ; ) {
      const mayCome = queue.length + answered;
      const inCompany = performance.now() < companyUntil;
      if (inCompany) await gather(Math.min(mayCome, GATHERED_ROWS));
      await nextTurn();
      const half = Math.ceil((queue.length + answered) / 2);
      const batch = takeBatch(Math.min(inCompany ? Math.max(half, GATHERED_ROWS) : half, BATCH_ROWS));
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

  /** Until so many reports wait, or for as long as they may be waited for. */
  async function gather(rows: number) {
    if (queue.length >= rows) return;
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, GATHERING_MS);
      const done = () => {
        clearTimeout(timeout);
        resolve();
      };
      gathering = { rows, done };
    });
    gathering = null;
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
    lookForCompany(created);
    onCreated(created);
  }

  /** Numbers have no gaps: those between our newest and these were given to others, or to our own retention. */
  function lookForCompany(created: readonly CreatedDetection[]) {
    const [first] = created;
    if (first === undefined) return;
    if (shared && first.seq > newestSeq + ownEvents + 1) companyUntil = performance.now() + COMPANY_MS;
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

  async function remove(id: number) {
    const answer = await link.ask({ do: 'remove', id });
    if (answer.did !== 'remove') throw new Error(`The writer answered ${answer.did} to a removal`);
    if (answer.row !== null) changed();
    return answer.row;
  }

  async function clear() {
    const answer = await link.ask({ do: 'clear' });
    if (answer.did !== 'clear') throw new Error(`The writer answered ${answer.did} to a clearing`);
    changed();
    return answer.count;
  }

  function changed() {
    ownEvents += 1;
    onChange();
  }

  async function comment(row: NewCommentRow) {
    const answer = await link.ask({ do: 'comment', row });
    if (answer.did !== 'comment') throw new Error(`The writer answered ${answer.did} to a comment`);
    return answer.row;
  }

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

  return { add, remove, clear, comment, waiting, stop };
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
    const { id, seq } = outcome.stored;
    return { id, seq, row: queued.row, frameSize: queued.frameSize };
  });
}

function tryAgain(message: string) {
  return apiError('UNAVAILABLE', message, { retryAfterSeconds: 1 });
}

/** Bytes that can be handed over whole: small buffers are slices of memory that others use as well. */
function ownBytes(frame: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = frame;
  const whole = buffer instanceof ArrayBuffer && frame.byteOffset === 0 && frame.byteLength === buffer.byteLength;
  return whole ? new Uint8Array(buffer) : new Uint8Array(frame);
}
