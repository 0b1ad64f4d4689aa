import type { DebugLine } from '../../api/debug-log.ts';
import type { Outcome } from '../outcome-badge.tsx';

const STORAGE_KEY = 'vedette.auth-test';
/** An interrupted test is resumed only within this time. */
const FRESH_MS = 30_000;

/** A test that reloads the page, with its results and log lines so far. The password is not stored. */
export type InterruptedTest = {
  email: string;
  outcomes: Record<string, Outcome>;
  lines: readonly DebugLine[];
};

export function keepInterrupted(test: InterruptedTest) {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...test, at: Date.now() }));
}

/** Reads the test that was stored before the reload; null when there is none. */
export function readInterrupted(): InterruptedTest | null {
  try {
    const { at, ...test } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '') as InterruptedTest & { at: number };
    return Date.now() - at < FRESH_MS ? test : null;
  } catch {
    return null;
  }
}

/** Removes the stored test, so that it is resumed only once. */
export function forgetInterrupted() {
  sessionStorage.removeItem(STORAGE_KEY);
}
