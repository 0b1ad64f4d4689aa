/** Where a server publishes the key with which it signs: see `key-document.ts`. */
export const EVIDENCE_KEY_PATH = '/.well-known/vedette-evidence-key';
/** The page that verifies archives, as the server sends it. */
export const VERIFY_PAGE_PATH = '/verify-evidence.html';

const PEM = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/;

/** The key in DER (SubjectPublicKeyInfo) from a text with its PEM; null without one. */
export function keyInPem(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const [, base64] = PEM.exec(text) ?? [];
    return base64 === undefined ? null : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

export function fingerprintOf(key: Uint8Array<ArrayBuffer>): Promise<string> {
  return sha256Of(key);
}

/** The fingerprint that a person typed or pasted, perhaps in capitals or groups; null when it is none. */
export function readFingerprint(text: string): string | null {
  const digits = text.replaceAll(/[\s:]/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null;
}

/** In lower-case hex. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
