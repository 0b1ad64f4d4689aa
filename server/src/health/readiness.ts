import type { PartState, QueueState, ReadyParts } from '@vedette/contract/health';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import { isMarkedDamaged } from '../db/database-integrity.ts';
import { isFileReplaced } from '../file-identity.ts';
import type { Log } from '../log.ts';
import type { DetectionWriter, WaitingReports } from '../writer/detection-writer.ts';
import { answersInTime } from './answers-in-time.ts';

type Parts = {
  /** Rejects with the part's own words when it does not answer. */
  checkDatabase: () => Promise<void>;
  checkFrames: () => Promise<void>;
  /** Throws while the disk is full. */
  checkDisk: () => void;
  writer: Pick<DetectionWriter, 'waiting'>;
  elapsed: () => number;
  log: Log;
};

/** Longer than a database or an object store that says nothing is waited for. */
const LONGEST_COMMIT_MS = 20_000;

export type Readiness = () => Promise<ReadyParts>;

/** Whether this server can do its work, part by part. The log says why a part fails, once; the answer says only that it does. */
export function createReadiness({ checkDatabase, checkFrames, checkDisk, writer, elapsed, log }: Parts): Readiness {
  const partOf = (name: string, check: () => Promise<void>) => {
    const ask = answersInTime({ check, elapsed });
    let failing = false;
    return async (): Promise<PartState> => {
      const error = await ask();
      const message = `The ${name} ${whatFailed(error)}`;
      if (error !== null && !failing) log.error({ err: error }, `the ${name} ${whatFailed(error)}`);
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

/** Without the words of the error: they may hold paths. */
function whatFailed(error: unknown): string {
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
  const message = whatIsWrong(waiting);
  return {
    ...(message === null ? { state: 'ok' } : { state: 'failing', message }),
    reports,
    reports_limit: reportsLimit,
    bytes,
    bytes_limit: bytesLimit,
  };
}

/** A disk that hangs fills the queue of a small site only after hours. */
function whatIsWrong({ reports, reportsLimit, bytes, bytesLimit, committingMs }: WaitingReports): string | null {
  if (reports >= reportsLimit || bytes + FRAME_MAX_BYTES > bytesLimit)
    return 'Too many reports are waiting to be stored';
  return committingMs > LONGEST_COMMIT_MS ? 'Storing reports takes too long' : null;
}
