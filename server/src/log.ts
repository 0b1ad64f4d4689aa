import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One JSON line an event, on standard output unless told otherwise. Neither keys nor sessions nor tokens belong into it. */
export function openLog(level: LogLevel, destination: DestinationStream = pino.destination(1)): Log {
  const serializers = {
    // Links in mails carry their token behind the question mark.
    req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?', 1)[0] }),
  };
  return pino({ level, serializers }, destination);
}
