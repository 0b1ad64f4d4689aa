import { SESSION_MAX_AGE_MS } from '@vedette/contract/limits';

const STORAGE_KEY = 'vedette.firebase-account';
/** Tabs ask at about the same time; the first one extends the session for all. */
const RECENT_MS = SESSION_MAX_AGE_MS * 0.8;

type Synced = { uid: string; at: number };

/**
 * The account that this browser is signed in with, for all of its tabs. Another tab's SDK knows for a moment longer of an
 * account that was signed out, and must not begin a new session for it.
 */
export function isSignedIn(uid: string): boolean {
  return read()?.uid === uid;
}

export function noteSync(uid: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ uid, at: Date.now() } satisfies Synced));
  } catch {
    // Without storage the session lasts as long as its token.
  }
}

export function forgetAccount(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // There was nothing to forget.
  }
}

/** Whether a new ID token has to be exchanged, by which an account that was disabled is noticed. */
export function isSyncDue(): boolean {
  const age = Date.now() - (read()?.at ?? 0);
  return age < 0 || age > RECENT_MS;
}

function read(): Synced | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Synced | null;
  } catch {
    return null;
  }
}
