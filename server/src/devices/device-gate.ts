import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DEVICES_CHANNEL } from '../db/channels.ts';
import type { OtherServers } from '../db/other-servers.ts';
import type { DeviceTable } from '../db/schema.ts';
import { apiError } from '../http/errors.ts';
import type { CallingDevice } from '../http/guards/closed-by-default.ts';
import { parseDeviceKey, secretMatches } from './device-key.ts';
import type { DeviceRates } from './device-rates.ts';
import type { DeviceStore } from './devices.store.ts';

export type DeviceGate = {
  /** Throws 401 without the key of a registered device and 429 over the device's rate. */
  authenticateDevice: (request: { headers: IncomingHttpHeaders }) => Promise<CallingDevice>;
  /** Removes a revoked or changed device from the cache, so that the change takes effect at once. */
  invalidate: (id: string) => void;
};

type CachedDevice = {
  device: CallingDevice;
  keys: CachedKey[];
  until: number;
};
type CachedKey = {
  hash: Buffer;
  /** Wall-clock time, which all servers share; null: valid until it is replaced. */
  validUntil: number | null;
  /** The last secret that matched the hash, so that it is not hashed for each report. */
  verifiedSecret: Buffer | null;
};
type Parts = {
  store: Pick<DeviceStore, 'find'>;
  /** Notifies of devices that were revoked or changed on other servers. */
  others: OtherServers;
  rates: DeviceRates;
  elapsed: () => number;
  now: () => number;
};

const CACHE_MS = 30_000;
const CACHE_MAX = 10_000;

export function deviceGate({ store, others, rates, elapsed, now }: Parts): DeviceGate {
  const cache = new Map<string, CachedDevice>();
  let invalidations = 0;
  others.on(DEVICES_CHANNEL, { onNotification: invalidate, onReconnected: invalidateAll });

  async function load(id: string): Promise<CachedDevice | undefined> {
    const invalidationsBefore = invalidations;
    const row = await store.find(id);
    if (row === undefined) return undefined;
    const { name, location } = row;
    const found: CachedDevice = {
      device: { id, name, location },
      keys: keysOf(row),
      until: elapsed() + CACHE_MS,
    };
    // A device that was revoked during the query must not be cached.
    if (invalidations === invalidationsBefore) addToCache(id, found);
    return found;
  }

  function addToCache(id: string, found: CachedDevice): void {
    cache.delete(id);
    cache.set(id, found);
    const [oldest] = cache.keys();
    if (cache.size > CACHE_MAX && oldest !== undefined) cache.delete(oldest);
  }

  function invalidate(id: string): void {
    invalidations += 1;
    cache.delete(id);
  }

  function invalidateAll(): void {
    invalidations += 1;
    cache.clear();
  }

  /** Returns nothing while notifications may be missing, so that each report is looked up in the database. */
  function findInCache(id: string): CachedDevice | undefined {
    const cached = cache.get(id);
    return cached !== undefined && cached.until > elapsed() && others.isUpToDate() ? cached : undefined;
  }

  return {
    async authenticateDevice(request) {
      const key = parseDeviceKey(bearer(request));
      if (key === null) throw apiError('UNAUTHORIZED', 'A report needs a device key: Authorization: Bearer vdk_…');
      const found = findInCache(key.id) ?? (await load(key.id));
      if (found === undefined || !found.keys.some((known) => isValid(known, now()) && matchesKey(key.secret, known))) {
        throw apiError('UNAUTHORIZED', 'This device key is not valid, or it was revoked');
      }
      const seconds = rates.take(key.id);
      if (seconds > 0) {
        const message = `This device reports faster than ${rates.perSecond} times a second`;
        throw apiError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(seconds) });
      }
      return found.device;
    },
    invalidate,
  };
}

function bearer({ headers }: { headers: IncomingHttpHeaders }): string {
  const header = headers.authorization ?? '';
  return /^bearer /i.test(header) ? header.slice(7).trim() : '';
}

function keysOf({ key_hash, old_key_hash, old_key_until }: DeviceTable): CachedKey[] {
  const current = { hash: Buffer.from(key_hash, 'hex'), validUntil: null, verifiedSecret: null };
  if (old_key_hash === null || old_key_until === null) return [current];
  return [current, { hash: Buffer.from(old_key_hash, 'hex'), validUntil: old_key_until, verifiedSecret: null }];
}

function isValid({ validUntil }: CachedKey, now: number): boolean {
  return validUntil === null || now < validUntil;
}

/** Compares in constant time; all secrets have the same length. */
function matchesKey(secret: string, key: CachedKey): boolean {
  const given = Buffer.from(secret);
  if (key.verifiedSecret !== null && timingSafeEqual(given, key.verifiedSecret)) return true;
  if (!secretMatches(secret, key.hash)) return false;
  key.verifiedSecret = given;
  return true;
}
