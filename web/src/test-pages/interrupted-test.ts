import type { DebugLine } from '../api/debug-log.ts';
import type { Outcome } from './outcome-badge.tsx';

const STORAGE_KEY = 'vedette.auth-test';
/** An interrupted test is resumed only for a while, not an hour later. */
const FRESH_MS = 30_000;

/** A test that reloads the page, with what was seen of it. No password is kept. */
export type InterruptedTest = {
  email: string;
  outcomes: Record<string, Outcome>;
  lines: readonly DebugLine[];
};

export function keepInterrupted(test: InterruptedTest) {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...test, at: Date.now() }));
}

/** What was kept before the reload; null when nothing was. */
export function readInterrupted(): InterruptedTest | null {
  try {
    const { at, ...test } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '') as InterruptedTest & { at: number };
    return Date.now() - at < FRESH_MS ? test : null;
  } catch {
    return null;
  }
}

/** It is gone on with once. */
export function forgetInterrupted() {
  sessionStorage.removeItem(STORAGE_KEY);
}
