export type DebugLine = { id: number; at: number; level: 'debug' | 'warn'; text: string };

/** The specification asks for the Israel time zone everywhere. Created on first use. */
let format: Intl.DateTimeFormat | undefined;

/** 20/11/2026, 18:59:38.123 */
export function israelTime(at: number): string {
  format ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Jerusalem',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
  return format.format(at);
}

/** Kept across a reload of the page. */
let lastId = Date.now();

const listeners = new Set<(line: DebugLine) => void>();

/** Writes to the browser's console and to the log panel of an open test page. */
export function debugLog(text: string, level: DebugLine['level'] = 'debug') {
  lastId += 1;
  const line = { id: lastId, at: Date.now(), level, text };
  console[level](`[${israelTime(line.at)}] ${text}`);
  for (const listener of listeners) listener(line);
}

/** Calls back with every line from now on. @returns how to stop */
export function onDebugLine(listener: (line: DebugLine) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
