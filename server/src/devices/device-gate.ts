import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DEVICES_CHANNEL } from '../db/channels.ts';
import type { OtherServers } from '../db/other-servers.ts';
import type { CallingDevice } from '../http/closed-by-default.ts';
import { apiError } from '../http/errors.ts';
import { parseDeviceKey, secretMatches } from './device-key.ts';
import type { DeviceRates } from './device-rates.ts';
import type { DeviceStore } from './devices.store.ts';

export type DeviceGate = {
  /** Throws 401 without the key of a registered device and 429 over the device's rate. */
  authenticateDevice: (request: { headers: IncomingHttpHeaders }) => Promise<CallingDevice>;
  /** Removes a revoked device from the cache at once. */
  forget: (id: string) => void;
};

type CachedDevice = {
  device: CallingDevice;
  hash: Buffer;
  /** The last verified secret, so that the same one is not hashed again. */
  verifiedSecret: Buffer | null;
  until: number;
};
type Parts = {
  store: Pick<DeviceStore, 'find'>;
  /** Notifies of devices that were revoked at other servers. */
  others: OtherServers;
  rates: DeviceRates;
  elapsed: () => number;
};

const CACHED_MS = 30_000;
const CACHED_MAX = 10_000;

export function deviceGate({ store, others, rates, elapsed }: Parts): DeviceGate {
  const cache = new Map<string, CachedDevice>();
  let forgotten = 0;
  others.on(DEVICES_CHANNEL, { onNotification: forget, onReconnected: forgetAll });

  async function lookUp(id: string): Promise<CachedDevice | undefined> {
    const forgottenBefore = forgotten;
    const row = await store.find(id);
    if (row === undefined) return undefined;
    const { name, location } = row;
    const found: CachedDevice = {
      device: { id, name, location },
      hash: Buffer.from(row.key_hash, 'hex'),
      verifiedSecret: null,
      until: elapsed() + CACHED_MS,
    };
    // The device was revoked during the query: the row must not be remembered.
    if (forgotten === forgottenBefore) addToCache(id, found);
    return found;
  }

  function addToCache(id: string, found: CachedDevice): void {
    cache.delete(id);
    cache.set(id, found);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest);
  }

  function forget(id: string): void {
    forgotten += 1;
    cache.delete(id);
  }

  function forgetAll(): void {
    forgotten += 1;
    cache.clear();
  }

  /** While notifications of revocations may be missing, every report is looked up in the database. */
  function fromCache(id: string): CachedDevice | undefined {
    const cached = cache.get(id);
    return cached !== undefined && cached.until > elapsed() && others.isUpToDate() ? cached : undefined;
  }

  return {
    async authenticateDevice(request) {
      const key = parseDeviceKey(bearer(request));
      if (key === null) throw apiError('UNAUTHORIZED', 'A report needs a device key: Authorization: Bearer vdk_…');
      const found = fromCache(key.id) ?? (await lookUp(key.id));
      if (found === undefined || !verify(key.secret, found)) {
        throw apiError('UNAUTHORIZED', 'This device key is not valid, or it was revoked');
      }
      const seconds = rates.take(key.id);
      if (seconds > 0) {
        const message = `This device reports faster than ${rates.perSecond} times a second`;
        throw apiError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(seconds) });
      }
      return found.device;
    },
    forget,
  };
}

function bearer({ headers }: { headers: IncomingHttpHeaders }): string {
  const header = headers.authorization ?? '';
  return /^bearer /i.test(header) ? header.slice(7).trim() : '';
}

/** Compares in constant time; all secrets have the same length. */
function verify(secret: string, cached: CachedDevice): boolean {
  const given = Buffer.from(secret);
  if (cached.verifiedSecret !== null && timingSafeEqual(given, cached.verifiedSecret)) return true;
  if (!secretMatches(secret, cached.hash)) return false;
  cached.verifiedSecret = given;
  return true;
}
