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
  /** A revoked device is out at once; what was changed counts at once. */
  forget: (id: string) => void;
};

type Remembered = {
  device: CallingDevice;
  keys: RememberedKey[];
  until: number;
};
type RememberedKey = {
  hash: Buffer;
  /** By the clock of the wall, which the servers share; null: until it is replaced. */
  validUntil: number | null;
  /** The secret it came with last, once that was proven right: the same one needs no hashing again. */
  proven: Buffer | null;
};
type Parts = {
  store: Pick<DeviceStore, 'find'>;
  /** Notifies of devices that were revoked at other servers. */
  others: OtherServers;
  rates: DeviceRates;
  elapsed: () => number;
  now: () => number;
};

const REMEMBER_MS = 30_000;
const REMEMBER_MAX = 10_000;

export function deviceGate({ store, others, rates, elapsed, now }: Parts): DeviceGate {
  const remembered = new Map<string, Remembered>();
  let forgotten = 0;
  others.on(DEVICES_CHANNEL, { onNotification: forget, onReconnected: forgetAll });

  async function look(id: string): Promise<Remembered | undefined> {
    const forgottenBefore = forgotten;
    const row = await store.find(id);
    if (row === undefined) return undefined;
    const { name, location } = row;
    const found: Remembered = {
      device: { id, name, location },
      keys: keysOf(row),
      until: elapsed() + REMEMBER_MS,
    };
    // The device was revoked during the query: the row must not be remembered.
    if (forgotten === forgottenBefore) remember(id, found);
    return found;
  }

  function remember(id: string, found: Remembered): void {
    remembered.delete(id);
    remembered.set(id, found);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBER_MAX && oldest !== undefined) remembered.delete(oldest);
  }

  function forget(id: string): void {
    forgotten += 1;
    remembered.delete(id);
  }

  function forgetAll(): void {
    forgotten += 1;
    remembered.clear();
  }

  /** While notifications of revocations may be missing, every report is looked up in the database. */
  function recall(id: string): Remembered | undefined {
    const known = remembered.get(id);
    return known !== undefined && known.until > elapsed() && others.isUpToDate() ? known : undefined;
  }

  return {
    async authenticateDevice(request) {
      const key = parseDeviceKey(bearer(request));
      if (key === null) throw apiError('UNAUTHORIZED', 'A report needs a device key: Authorization: Bearer vdk_…');
      const found = recall(key.id) ?? (await look(key.id));
      if (found === undefined || !found.keys.some((known) => isValid(known, now()) && proves(key.secret, known))) {
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

function keysOf({ key_hash, old_key_hash, old_key_until }: DeviceTable): RememberedKey[] {
  const current = { hash: Buffer.from(key_hash, 'hex'), validUntil: null, proven: null };
  if (old_key_hash === null || old_key_until === null) return [current];
  return [current, { hash: Buffer.from(old_key_hash, 'hex'), validUntil: old_key_until, proven: null }];
}

function isValid({ validUntil }: RememberedKey, now: number): boolean {
  return validUntil === null || now < validUntil;
}

/** Always in constant time: secrets are all of one length. */
function proves(secret: string, known: RememberedKey): boolean {
  const given = Buffer.from(secret);
  if (known.proven !== null && timingSafeEqual(given, known.proven)) return true;
  if (!secretMatches(secret, known.hash)) return false;
  known.proven = given;
  return true;
}
