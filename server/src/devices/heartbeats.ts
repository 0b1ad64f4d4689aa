import type { DeviceState } from '@vedette/contract/device-state';
import type { Heartbeat } from '@vedette/contract/heartbeat';
import { HEARTBEAT_MIN_INTERVAL_MS } from '@vedette/contract/limits';
import type { UnwatchedDevices } from '@vedette/contract/stream-event';
import { HEARTBEATS_CHANNEL } from '../db/channels.ts';
import type { OtherServers } from '../db/other-servers.ts';
import type { Log } from '../log.ts';
import {
  type DeviceHeartbeat,
  type ReceivedHeartbeat,
  stateOf,
  toReceived,
  unwatchedDevices,
} from './heartbeats.rules.ts';
import type { HeartbeatColumns, HeartbeatRow, HeartbeatStore } from './heartbeats.store.ts';

export type Heartbeats = {
  /** Records a heartbeat in memory, where it replaces the last one. Returns the seconds to wait when it comes too early. */
  record: (device: { id: string; name: string }, heartbeat: Heartbeat) => { receivedAt: number } | { wait: number };
  /** Writes the received heartbeats, reads those of other servers, and notifies listeners of changed states. */
  refresh: () => Promise<void>;
  of: (id: string) => ReceivedHeartbeat | undefined;
  /** The listener is called after each change of a state. */
  onStatesChanged: (listener: (unwatched: UnwatchedDevices) => void) => void;
  countStates: () => ReadonlyMap<DeviceState, number>;
  /** The last heartbeat of each device that has sent one. */
  all: () => ReadonlyMap<string, DeviceHeartbeat>;
  stop: () => Promise<void>;
};

type Parts = { store: HeartbeatStore; others: OtherServers; now: () => number; elapsed: () => number; log: Log };

/** The refresh interval, within which a device without heartbeats is detected. */
const REFRESH_MS = 1_000;
/** Changed states are collected for this time and written together. */
const CHANGE_BATCH_MS = 100;

/** Keeps the last heartbeat of each device in memory, and shares it with other servers through the database. */
export function watchHeartbeats({ store, others, now, elapsed, log }: Parts): Heartbeats {
  let devices = new Map<string, DeviceHeartbeat>();
  /** The heartbeats that are not in the database yet. */
  const unwritten = new Map<string, ReceivedHeartbeat>();
  const acceptedAt = new Map<string, number>();
  const listeners: ((unwatched: UnwatchedDevices) => void)[] = [];
  let notifiedStates = '';
  let stateChanged = false;
  let isFailureLogged = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let changeTimer: NodeJS.Timeout | undefined;

  const timer = setInterval(() => void refresh(), REFRESH_MS).unref();
  others.on(HEARTBEATS_CHANNEL, { onNotification: () => void refresh(), onReconnected: () => void refresh() });

  /** A running refresh may have read before this call, so the call waits for one that starts later. */
  function refresh(): Promise<void> {
    if (running === null) {
      running = writeAndRead().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running.then(() => {
      next = null;
      return refresh();
    });
    return next;
  }

  async function writeAndRead() {
    await write();
    try {
      const rows = await store.read();
      devices = new Map(
        rows.flatMap((row) => {
          const received = unwritten.get(row.id) ?? readRow(row, devices.get(row.id)?.received);
          return received === null ? [] : [[row.id, { name: row.name, received }]];
        }),
      );
    } catch (error) {
      // Other parts log that the database does not answer.
      log.debug({ err: error }, 'cannot read the heartbeats of devices; trying again');
    }
    dropExpiredIntervals();
    notifyListeners();
  }

  async function write() {
    if (unwritten.size === 0) return;
    const written = new Map(unwritten);
    const hasChangedStates = stateChanged;
    const rows = [...written].map(([id, { heartbeat, ...times }]) => {
      return [id, { heartbeat: JSON.stringify(heartbeat), ...times }] as const;
    });
    if (!(await tryWrite(new Map(rows)))) return;
    for (const [id, received] of written) if (unwritten.get(id) === received) unwritten.delete(id);
    if (!hasChangedStates) return;
    stateChanged = false;
    // Servers that miss the notification read the change with their next refresh.
    await others.notify(HEARTBEATS_CHANNEL, '').catch(() => {});
  }

  async function tryWrite(rows: ReadonlyMap<string, HeartbeatColumns>): Promise<boolean> {
    try {
      const written = await store.write(rows);
      isFailureLogged = false;
      return written;
    } catch (error) {
      if (!isFailureLogged) log.warn({ err: error }, 'cannot write the heartbeats of devices; trying again');
      isFailureLogged = true;
      return false;
    }
  }

  function dropExpiredIntervals() {
    for (const [id, at] of acceptedAt) if (elapsed() - at >= HEARTBEAT_MIN_INTERVAL_MS) acceptedAt.delete(id);
  }

  function notifyListeners() {
    const at = now();
    const states = [...devices].map(([id, { name, received }]) => `${id} ${stateOf(received, at)} ${name}`).sort();
    const all = states.join('\n');
    if (all === notifiedStates) return;
    notifiedStates = all;
    const unwatched = unwatchedDevices(devices, at);
    for (const listener of listeners) listener(unwatched);
  }

  return {
    record({ id, name }, heartbeat) {
      const sinceLast = elapsed() - (acceptedAt.get(id) ?? Number.NEGATIVE_INFINITY);
      if (sinceLast < HEARTBEAT_MIN_INTERVAL_MS) return { wait: (HEARTBEAT_MIN_INTERVAL_MS - sinceLast) / 1_000 };
      acceptedAt.set(id, elapsed());
      const at = now();
      const before = devices.get(id)?.received;
      const received = toReceived(heartbeat, at, before);
      devices.set(id, { name, received });
      unwritten.set(id, received);
      if (before === undefined || stateOf(before, at) !== stateOf(received, at)) {
        stateChanged = true;
        notifyListeners();
        changeTimer ??= setTimeout(() => {
          changeTimer = undefined;
          void refresh();
        }, CHANGE_BATCH_MS).unref();
      }
      return { receivedAt: at };
    },
    refresh,
    of: (id) => devices.get(id)?.received,
    onStatesChanged: (listener) => void listeners.push(listener),
    countStates() {
      const counts = new Map<DeviceState, number>();
      for (const { received } of devices.values()) {
        const state = stateOf(received, now());
        if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1);
      }
      return counts;
    },
    all: () => devices,
    async stop() {
      clearInterval(timer);
      clearTimeout(changeTimer);
      await running;
      await write();
      await store.close();
    },
  };
}

/** @param known the result of the previous read, which is reused when the row is unchanged */
function readRow(row: HeartbeatRow, known: ReceivedHeartbeat | undefined): ReceivedHeartbeat | null {
  const { heartbeat, heartbeat_at: at, heartbeat_state_since: stateSince } = row;
  if (heartbeat === null || at === null || stateSince === null) return null;
  if (known?.at === at && known.stateSince === stateSince) return known;
  return { heartbeat: JSON.parse(heartbeat), at, stateSince };
}
