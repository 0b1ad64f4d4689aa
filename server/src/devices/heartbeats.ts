import type { DeviceState } from '@vedette/contract/device-state';
import type { Heartbeat } from '@vedette/contract/heartbeat';
import { HEARTBEAT_MIN_INTERVAL_MS } from '@vedette/contract/limits';
import type { UnwatchedDevices } from '@vedette/contract/stream-event';
import { HEARTBEATS_CHANNEL } from '../db/channels.ts';
import type { OtherServers } from '../db/other-servers.ts';
import type { Log } from '../log.ts';
import { type Received, receive, stateOf, unwatchedDevices, type Watched } from './heartbeats.rules.ts';
import type { HeartbeatRow, HeartbeatStore, KeptHeartbeat } from './heartbeats.store.ts';

export type Heartbeats = {
  /** Notes it in memory, since the last one counts. Returns the seconds to wait when it comes too early. */
  note: (device: { id: string; name: string }, heartbeat: Heartbeat) => { receivedAt: number } | { wait: number };
  /** Writes the received heartbeats, reads those of other servers, and reports changed states. */
  refresh: () => Promise<void>;
  of: (id: string) => Received | undefined;
  /** Called after each change of a state. */
  follow: (listener: (unwatched: UnwatchedDevices) => void) => void;
  countStates: () => ReadonlyMap<DeviceState, number>;
  /** The last heartbeat of each device that has sent one. */
  all: () => ReadonlyMap<string, Watched>;
  stop: () => Promise<void>;
};

type Parts = { store: HeartbeatStore; others: OtherServers; now: () => number; elapsed: () => number; log: Log };

/** A device without heartbeats is detected within this time. */
const REFRESH_MS = 1_000;
/** A changed state is written after so long, together with those of other devices. */
const CHANGED_MS = 100;

/** Keeps the last heartbeat of each device in memory and in the database, where the servers find each other's. */
export function watchHeartbeats({ store, others, now, elapsed, log }: Parts): Heartbeats {
  let devices = new Map<string, Watched>();
  /** Those of them that are not in the database yet. */
  const unwritten = new Map<string, Received>();
  const takenAt = new Map<string, number>();
  const listeners: ((unwatched: UnwatchedDevices) => void)[] = [];
  let told = '';
  let stateChanged = false;
  let failing = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let soon: NodeJS.Timeout | undefined;

  const timer = setInterval(() => void refresh(), REFRESH_MS).unref();
  others.on(HEARTBEATS_CHANNEL, { onNotification: () => void refresh(), onReconnected: () => void refresh() });

  /** A running refresh may have read before this call, so this waits for one that begins after it. */
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
          const received = unwritten.get(row.id) ?? receivedIn(row, devices.get(row.id)?.received);
          return received === null ? [] : [[row.id, { name: row.name, received }]];
        }),
      );
    } catch (error) {
      // Other parts warn of a database that does not answer.
      log.debug({ err: error }, 'cannot read the heartbeats of devices; trying again');
    }
    forgetTaken();
    tell();
  }

  async function write() {
    if (unwritten.size === 0) return;
    const written = new Map(unwritten);
    const tellOthers = stateChanged;
    const rows = [...written].map(([id, { heartbeat, ...times }]) => {
      return [id, { heartbeat: JSON.stringify(heartbeat), ...times }] as const;
    });
    if (!(await tryWrite(new Map(rows)))) return;
    for (const [id, received] of written) if (unwritten.get(id) === received) unwritten.delete(id);
    if (!tellOthers) return;
    stateChanged = false;
    // Without a connection they find it when they read next.
    await others.notify(HEARTBEATS_CHANNEL, '').catch(() => {});
  }

  async function tryWrite(rows: ReadonlyMap<string, KeptHeartbeat>): Promise<boolean> {
    try {
      const written = await store.write(rows);
      failing = false;
      return written;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'cannot write the heartbeats of devices; trying again');
      failing = true;
      return false;
    }
  }

  function forgetTaken() {
    for (const [id, at] of takenAt) if (elapsed() - at >= HEARTBEAT_MIN_INTERVAL_MS) takenAt.delete(id);
  }

  function tell() {
    const at = now();
    const states = [...devices].map(([id, { name, received }]) => `${id} ${stateOf(received, at)} ${name}`).sort();
    const all = states.join('\n');
    if (all === told) return;
    told = all;
    const unwatched = unwatchedDevices(devices, at);
    for (const listener of listeners) listener(unwatched);
  }

  return {
    note({ id, name }, heartbeat) {
      const sinceLast = elapsed() - (takenAt.get(id) ?? Number.NEGATIVE_INFINITY);
      if (sinceLast < HEARTBEAT_MIN_INTERVAL_MS) return { wait: (HEARTBEAT_MIN_INTERVAL_MS - sinceLast) / 1_000 };
      takenAt.set(id, elapsed());
      const at = now();
      const before = devices.get(id)?.received;
      const received = receive(heartbeat, at, before);
      devices.set(id, { name, received });
      unwritten.set(id, received);
      if (before === undefined || stateOf(before, at) !== stateOf(received, at)) {
        stateChanged = true;
        tell();
        soon ??= setTimeout(() => {
          soon = undefined;
          void refresh();
        }, CHANGED_MS).unref();
      }
      return { receivedAt: at };
    },
    refresh,
    of: (id) => devices.get(id)?.received,
    follow: (listener) => void listeners.push(listener),
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
      clearTimeout(soon);
      await running;
      await write();
      await store.close();
    },
  };
}

/** @param known the rows of the previous read, which are not parsed again */
function receivedIn(row: HeartbeatRow, known: Received | undefined): Received | null {
  const { heartbeat, heartbeat_at: at, heartbeat_state_since: stateSince } = row;
  if (heartbeat === null || at === null || stateSince === null) return null;
  if (known?.at === at && known.stateSince === stateSince) return known;
  return { heartbeat: JSON.parse(heartbeat), at, stateSince };
}
