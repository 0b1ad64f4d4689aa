import { randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CHANNELS, type ChannelName } from './channels.ts';
import { connectionOptions, DETECT_DEAD_CLIENT } from './database.ts';

const RECONNECT_MS = 500;
const PROBE_MS = 250;
/** A connection that has not answered for so long counts as lost: a dead network reports no error. */
const TIMEOUT_MS = 5_000;
/** How long an answered probe proves that no notification is missing; with the time to act on it, a second. */
const PROOF_VALID_MS = 900;

type Channel = {
  onNotification: (payload: string) => void;
  /** Called after each connection: notifications before it may have been lost. */
  onReconnected?: () => void;
};

/** Notifications between the servers of one database. */
export type OtherServers = {
  /** False on SQLite, which has one server. */
  exist: boolean;
  on: (name: ChannelName, channel: Channel) => void;
  /** Sends to all other servers. Rejects while the connection is lost. */
  notify: (channel: ChannelName, payload: string) => Promise<void>;
  /** Whether all notifications sent more than a second ago have been received. */
  isUpToDate: () => boolean;
  stop: () => Promise<void>;
};

export const NO_OTHER_SERVERS: OtherServers = {
  exist: false,
  on: () => {},
  notify: async () => {},
  isUpToDate: () => true,
  stop: async () => {},
};

type Options = {
  url: string;
  /** The `application_name` of the connection in `pg_stat_activity`. */
  name: string;
  /** Called once for each loss of the connection, with the reason. */
  onDisconnected: (error: unknown) => void;
};

/** Opens one connection for all channels and reconnects when it is lost. Resolves after the first attempt. */
export async function connectToOtherServers({ url, name, onDisconnected }: Options): Promise<OtherServers> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const channels = new Map<string, Channel>();
  let connection: pg.Client | null = null;
  let connected = true;
  let provenAt = Number.NEGATIVE_INFINITY;
  let endFirstAttempt = () => {};
  const firstAttempt = new Promise<void>((resolve) => {
    endFirstAttempt = resolve;
  });

  /** Listens until the connection is lost or `stop` is called; rejects in both cases. */
  async function listen() {
    let ownProcess = 0;
    const client = new pg.Client({ ...connectionOptions(url), application_name: name, query_timeout: TIMEOUT_MS });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload, processId }) => {
      if (processId !== ownProcess) channels.get(channel)?.onNotification(payload ?? '');
    });
    const ended = once(client, 'end', { signal });
    // Connecting may fail before `ended` is awaited: that is no unhandled rejection.
    ended.catch(() => {});
    try {
      await client.connect();
      await client.query(DETECT_DEAD_CLIENT);
      for (const channel of CHANNELS) await client.query(`listen ${channel}`);
      ownProcess = await findOwnProcess(client);
      // Called before `isUpToDate` may return true: what was cached before may be outdated.
      for (const { onReconnected } of channels.values()) onReconnected?.();
      await probe(client);
      connected = true;
      connection = client;
      endFirstAttempt();
      await Promise.race([ended, keepProbing(client)]);
    } finally {
      connection = null;
      provenAt = Number.NEGATIVE_INFINITY;
      // Closing in the protocol would wait on a dead network, and no query is running that matters.
      client.connection.stream.destroy();
    }
  }

  /**
   * Notifies itself, which fails behind a pooler that shares connections between transactions: it drops LISTEN silently.
   * @returns the process id of the connection on the PostgreSQL server
   */
  async function findOwnProcess(client: pg.Client): Promise<number> {
    const own = `vedette_echo_${randomBytes(8).toString('hex')}`;
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const notifications = on(client, 'notification', { signal: timeout }) as AsyncIterable<[pg.Notification]>;
    await client.query(`listen ${own}`);
    await client.query('select pg_notify($1, $2)', [own, '']);
    for await (const [{ channel, processId }] of notifications) if (channel === own) return processId;
    throw new Error('a notification of this server to itself did not arrive');
  }

  /** PostgreSQL delivers the notifications sent before a query ahead of its answer. */
  async function probe(client: pg.Client) {
    const sentAt = performance.now();
    await client.query('select 1');
    provenAt = sentAt;
  }

  async function keepProbing(client: pg.Client) {
    for (;;) {
      await pause(PROBE_MS, undefined, { signal });
      await probe(client);
    }
  }

  async function keepListening() {
    while (!signal.aborted) {
      await listen().catch((error: unknown) => {
        if (connected && !signal.aborted) onDisconnected(error);
        connected = false;
      });
      endFirstAttempt();
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }

  const listening = keepListening();
  await firstAttempt;
  return {
    exist: true,
    on: (name, channel) => void channels.set(name, channel),
    async notify(channel, payload) {
      if (connection === null) throw new Error('the connection to the other servers is lost');
      await connection.query('select pg_notify($1, $2)', [channel, payload]);
    },
    isUpToDate: () => performance.now() - provenAt < PROOF_VALID_MS,
    stop: async () => {
      stopping.abort();
      await listening;
    },
  };
}
