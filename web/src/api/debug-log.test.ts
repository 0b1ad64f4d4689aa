import { afterEach, expect, it, vi } from 'vitest';
import { debugLog, israelTime, onDebugLine } from './debug-log.ts';

afterEach(() => vi.restoreAllMocks());

it('shows the time in Israel in every time zone, in winter and in summer', () => {
  expect(israelTime(Date.parse('2026-01-15T22:30:05.042Z'))).toBe('16/01/2026, 00:30:05.042');
  expect(israelTime(Date.parse('2026-07-15T22:30:05.042Z'))).toBe('16/07/2026, 01:30:05.042');
});

it('writes to the console, and to subscribers until they unsubscribe', () => {
  const debug = vi.spyOn(console, 'debug').mockReturnValue(undefined);
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const seen: string[] = [];
  const stop = onDebugLine(({ text }) => seen.push(text));
  debugLog('a call');
  debugLog('a refusal', 'warn');
  stop();
  debugLog('unseen');
  expect(seen).toEqual(['a call', 'a refusal']);
  expect(debug.mock.calls[0]?.[0]).toMatch(/^\[\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d\.\d{3}\] a call$/);
  expect(warn).toHaveBeenCalledOnce();
});
