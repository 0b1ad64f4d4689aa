import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `vdk_<device id>_<secret>`: the id finds the row, the secret proves the device. */
const DEVICE_KEY = /^vdk_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

export function newDeviceKey(): { id: string; key: string; hash: string } {
  const id = randomBytes(8).toString('hex');
  return { id, ...newSecret(id) };
}

/** Another key of the same device. */
export function newSecret(id: string): { key: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { key: `vdk_${id}_${secret}`, hash: sha256(secret).toString('hex') };
}

export function parseDeviceKey(key: string): { id: string; secret: string } | null {
  const [, id, secret] = DEVICE_KEY.exec(key) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** In constant time, so that the duration of an answer reveals nothing about the secret. */
export function secretMatches(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(sha256(secret), hash);
}

// The secret has 256 random bits, so that a fast hash without salt is safe.
function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
