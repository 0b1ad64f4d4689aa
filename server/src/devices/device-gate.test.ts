import { expect, test } from 'vitest';
import { NO_OTHER_SERVERS, type OtherServers } from '../db/other-servers.ts';
import { deviceGate } from './device-gate.ts';
import { newDeviceKey } from './device-key.ts';
import { deviceRates } from './device-rates.ts';
import type { DeviceStore } from './devices.store.ts';

const NONE = deviceRates({ others: NO_OTHER_SERVERS, elapsed: () => 0, reportsPerSecond: 0 });

/** A store with one device that counts queries and answers them on demand. */
function slowStore() {
  const { id, key, hash } = newDeviceKey();
  const row = {
    id,
    name: 'Gate',
    location: null,
    key_hash: hash,
    old_key_hash: null,
    old_key_until: null,
    created_at: 0,
    last_seen_at: null,
    other_labels: 0,
    heartbeat: null,
    heartbeat_at: null,
    heartbeat_state_since: null,
  };
  const waiting: (() => void)[] = [];
  let queries = 0;
  const store: Pick<DeviceStore, 'find'> = {
    find: () => {
      queries += 1;
      return new Promise((resolve) => waiting.push(() => resolve(row)));
    },
  };
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { id, store, answer, queries: () => queries, request: { headers: { authorization: `bearer ${key}` } } };
}

test('a device is looked up once in thirty seconds', async () => {
  const { store, answer, queries, request } = slowStore();
  let now = 0;
  const gate = deviceGate({ store, others: NO_OTHER_SERVERS, rates: NONE, elapsed: () => now, now: () => 0 });
  const first = gate.authenticateDevice(request);
  answer();
  await first;
  now += 29_999;
  await gate.authenticateDevice(request);
  expect(queries()).toBe(1);
  now += 1;
  const afterExpiry = gate.authenticateDevice(request);
  answer();
  await afterExpiry;
  expect(queries()).toBe(2);
});

test('a device that is revoked during its lookup is not cached', async () => {
  const { id, store, answer, queries, request } = slowStore();
  const gate = deviceGate({ store, others: NO_OTHER_SERVERS, rates: NONE, elapsed: () => 0, now: () => 0 });
  const duringLookup = gate.authenticateDevice(request);
  gate.invalidate(id);
  answer();
  await duringLookup;
  const afterRevocation = gate.authenticateDevice(request);
  answer();
  await afterRevocation;
  expect(queries()).toBe(2);
});

test('every device is looked up while disconnected from the other servers, and once after the reconnection', async () => {
  const { store, answer, queries, request } = slowStore();
  let isUpToDate = true;
  let onReconnected = () => {};
  const others: OtherServers = {
    ...NO_OTHER_SERVERS,
    isUpToDate: () => isUpToDate,
    on: (_name, channel) => {
      onReconnected = channel.onReconnected ?? onReconnected;
    },
  };
  const gate = deviceGate({ store, others, rates: NONE, elapsed: () => 0, now: () => 0 });
  const report = async () => {
    const authenticated = gate.authenticateDevice(request);
    answer();
    await authenticated;
    return queries();
  };
  expect([await report(), await report()]).toEqual([1, 1]);
  isUpToDate = false;
  expect([await report(), await report()]).toEqual([2, 3]);
  isUpToDate = true;
  onReconnected();
  expect([await report(), await report()]).toEqual([4, 4]);
});
