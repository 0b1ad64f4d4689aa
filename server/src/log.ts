import { type Logger, pino } from 'pino';

export type Log = Logger;

/** One JSON line an event on standard output. */
export function openLog(): Log {
  return pino({
    level: 'info',
    // Neither keys nor sessions belong into a log.
    redact: ['req.headers.authorization', 'req.headers.cookie'],
  });
}
