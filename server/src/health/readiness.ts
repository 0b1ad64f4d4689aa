import type { PartState, QueueState, ReadyParts } from '@vedette/contract/health';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import { isMarkedDamaged } from '../db/database-integrity.ts';
import { isFileReplaced } from '../file-identity.ts';
import type { Log } from '../log.ts';
import type { DetectionWriter, WaitingReports } from '../writer/detection-writer.ts';
import { cachedCheck } from './cached-check.ts';

type Parts = {
  /** Rejects with the part's own error when it does not answer. */
  checkDatabase: () => Promise<void>;
  checkFrames: () => Promise<void>;
  /** Throws while the disk is full. */
  checkDisk: () => void;
  writer: Pick<DetectionWriter, 'waiting'>;
  elapsed: () => number;
  log: Log;
};

/** Longer than the timeouts of a database or an object store that does not respond. */
const LONGEST_COMMIT_MS = 20_000;

export type Readiness = () => Promise<ReadyParts>;

/** Checks whether this server can work, part by part. Causes are logged once and not sent to clients. */
export function createReadiness({ checkDatabase, checkFrames, checkDisk, writer, elapsed, log }: Parts): Readiness {
  const partOf = (name: string, check: () => Promise<void>) => {
    const runCheck = cachedCheck({ check, elapsed });
    let failing = false;
    return async (): Promise<PartState> => {
      const error = await runCheck();
      const message = `The ${name} ${failureText(error)}`;
      if (error !== null && !failing) log.error({ err: error }, `the ${name} ${failureText(error)}`);
      if (error === null && failing) log.info(`the ${name} answers again`);
      failing = error !== null;
      return error === null ? { state: 'ok' } : { state: 'failing', message };
    };
  };
  const database = partOf('database', checkDatabase);
  const frames = partOf('frame store', checkFrames);
  return async () => {
    const [ofDatabase, ofFrames] = await Promise.all([database(), frames()]);
    const queue = queueState(writer.waiting());
    return { database: ofDatabase, queue, frames: ofFrames, disk: diskState(checkDisk) };
  };
}

/** Without the text of the error, which may contain paths. */
function failureText(error: unknown): string {
  if (isMarkedDamaged(error)) return 'is damaged';
  return isFileReplaced(error) ? 'has lost its file' : 'does not answer';
}

function diskState(check: () => void): PartState {
  try {
    check();
    return { state: 'ok' };
  } catch {
    return { state: 'failing', message: 'The disk is full: reports are refused until there is room' };
  }
}

function queueState(waiting: WaitingReports): QueueState {
  const { reports, reportsLimit, bytes, bytesLimit } = waiting;
  const message = queueProblem(waiting);
  return {
    ...(message === null ? { state: 'ok' } : { state: 'failing', message }),
    reports,
    reports_limit: reportsLimit,
    bytes,
    bytes_limit: bytesLimit,
  };
}

/** The duration of a commit is checked too, because a slow site fills the queue of a hanging disk only after hours. */
function queueProblem({ reports, reportsLimit, bytes, bytesLimit, committingMs }: WaitingReports): string | null {
  if (reports >= reportsLimit || bytes + FRAME_MAX_BYTES > bytesLimit)
    return 'Too many reports are waiting to be stored';
  return committingMs > LONGEST_COMMIT_MS ? 'Storing reports takes too long' : null;
}
