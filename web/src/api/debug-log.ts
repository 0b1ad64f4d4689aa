export type DebugLine = { at: number; text: string };

/** By specification in the Israel time zone, wherever the browser is. Made when it is first needed. */
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

const listeners = new Set<(line: DebugLine) => void>();

/** For whoever looks for a fault: into the browser's console, and to the log panel of an open test page. */
export function debugLog(text: string, level: 'debug' | 'warn' = 'debug') {
  const line = { at: Date.now(), text };
  console[level](`[${israelTime(line.at)}] ${text}`);
  for (const listener of listeners) listener(line);
}

/** Calls back with every line from now on. @returns how to stop */
export function onDebugLine(listener: (line: DebugLine) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
