import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** `vdt_<id>_<secret>`: the id finds the row, the secret proves the person. */
const API_TOKEN = /^bearer +vdt_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/i;

export function newApiToken(): { id: string; token: string; hash: string } {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { id, token: `vdt_${id}_${secret}`, hash: sha256(secret).toString('hex') };
}

/** Whether the request comes with an API token, valid or not. */
export function carriesApiToken({ authorization }: IncomingHttpHeaders): boolean {
  return authorization !== undefined && /^bearer +vdt_/i.test(authorization);
}

export function parseApiToken({ authorization = '' }: IncomingHttpHeaders): { id: string; secret: string } | null {
  const [, id, secret] = API_TOKEN.exec(authorization.trim()) ?? [];
  return id === undefined || secret === undefined ? null : { id: id.toLowerCase(), secret };
}

/** In constant time, so that the duration of an answer reveals nothing about the secret. */
export function matchesHash(secret: string, hash: string): boolean {
  return timingSafeEqual(sha256(secret), Buffer.from(hash, 'hex'));
}

// The secret has 256 random bits, so that a fast hash without salt is safe.
function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
