import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Logs JSON lines, by default to standard output. Keys, sessions and tokens must not be logged. */
export function openLog(level: LogLevel, destination: DestinationStream = { write: writeToStandardOutput }): Log {
  const serializers = {
    // The query is left out, because links in mails have their token in it.
    req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?', 1)[0] }),
  };
  return pino({ level, serializers }, destination);
}

const STANDARD_OUTPUT = 1;
const PAUSE_MS = 5;
/** A program that reads our output has this long to make room in the pipe. */
const LONGEST_WAIT_MS = 100;
const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * A line that cannot be written is dropped. pino's own destination waits for ever when the disk that the log is on is
 * full, and the server with it.
 */
function writeToStandardOutput(line: string): void {
  let rest = Buffer.from(line);
  for (let waited = 0; rest.byteLength > 0; ) {
    try {
      rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waited >= LONGEST_WAIT_MS) return;
      Atomics.wait(pause, 0, 0, PAUSE_MS);
      waited += PAUSE_MS;
    }
  }
}
