import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Logs JSON lines, by default to standard output. Keys, sessions and tokens must not be logged. */
export function openLog(level: LogLevel, destination: DestinationStream = pino.destination(1)): Log {
  const serializers = {
    // The query is left out, because links in mails have their token in it.
    req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?', 1)[0] }),
  };
  return pino({ level, serializers }, destination);
}
