import { randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CHANNELS, type ChannelName } from './channels.ts';
import { connectionOptions, NOTICE_DEATH } from './database.ts';

const LISTEN_AGAIN_MS = 500;
const ASK_MS = 250;
/** A connection that has not answered for so long is given up: a dead network does not say that it is dead. */
const SILENT_MS = 5_000;
/** For so long after the question, an answer proves that nothing was missed. With a moment to act on it, a second. */
const PROVEN_MS = 900;

type Channel = {
  hear: (payload: string) => void;
  /** It hears again after it did not: something may have been told meanwhile. */
  resume?: () => void;
};

/** What the servers of one database tell each other. */
export type OtherServers = {
  /** SQLite has one server, and nobody to talk to. */
  exist: boolean;
  on: (channel: ChannelName, what: Channel) => void;
  /** Rejects while the connection is lost. */
  tell: (channel: ChannelName, payload: string) => Promise<void>;
  /** Whether everything has been heard that was told more than a second ago. */
  hears: () => boolean;
  stop: () => Promise<void>;
};

export const NOBODY_ELSE: OtherServers = {
  exist: false,
  on: () => {},
  tell: async () => {},
  hears: () => true,
  stop: async () => {},
};

type Options = {
  url: string;
  /** What operators see the connection as in `pg_stat_activity`. */
  name: string;
  /** Called once each time it cannot hear, with the reason. */
  onDeaf: (error: unknown) => void;
};

/** One connection for all channels, made again whenever it is lost. Resolves after its first attempt. */
export async function meetOtherServers({ url, name, onDeaf }: Options): Promise<OtherServers> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const listeners = new Map<string, Channel>();
  let connection: pg.Client | null = null;
  let hearing = true;
  let provenAt = Number.NEGATIVE_INFINITY;
  let attempted = () => {};
  const firstAttempt = new Promise<void>((resolve) => {
    attempted = resolve;
  });

  /** Until the connection is lost or the listener is stopped; rejects either way. */
  async function listen() {
    let ownProcess = 0;
    const client = new pg.Client({ ...connectionOptions(url), application_name: name, query_timeout: SILENT_MS });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload, processId }) => {
      if (processId !== ownProcess) listeners.get(channel)?.hear(payload ?? '');
    });
    const ended = once(client, 'end', { signal });
    // Connecting may fail before anybody waits for this.
    ended.catch(() => {});
    try {
      await client.connect();
      await client.query(NOTICE_DEATH);
      for (const channel of CHANNELS) await client.query(`listen ${channel}`);
      ownProcess = await hearItself(client);
      // Before it counts as hearing: what is remembered from before may be out of date.
      for (const { resume } of listeners.values()) resume?.();
      await prove(client);
      hearing = true;
      connection = client;
      attempted();
      await Promise.race([ended, keepProving(client)]);
    } finally {
      connection = null;
      provenAt = Number.NEGATIVE_INFINITY;
      // Nothing is under way that is worth a farewell, and a silent network would not take one.
      client.connection.stream.destroy();
    }
  }

  /** A pooler that gives each transaction another connection loses what is told, and says nothing of it. */
  async function hearItself(client: pg.Client): Promise<number> {
    const own = `vedette_echo_${randomBytes(8).toString('hex')}`;
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(SILENT_MS)]);
    const told = on(client, 'notification', { signal: waiting }) as AsyncIterable<[pg.Notification]>;
    await client.query(`listen ${own}`);
    await client.query('select pg_notify($1, $2)', [own, '']);
    for await (const [{ channel, processId }] of told) if (channel === own) return processId;
    throw new Error('what was told was not heard');
  }

  /** What was told before the question is delivered before its answer. */
  async function prove(client: pg.Client) {
    const asked = performance.now();
    await client.query('select 1');
    provenAt = asked;
  }

  async function keepProving(client: pg.Client) {
    for (;;) {
      await pause(ASK_MS, undefined, { signal });
      await prove(client);
    }
  }

  async function listenOn() {
    while (!signal.aborted) {
      await listen().catch((error: unknown) => {
        if (hearing && !signal.aborted) onDeaf(error);
        hearing = false;
      });
      attempted();
      await pause(LISTEN_AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }

  const listening = listenOn();
  await firstAttempt;
  return {
    exist: true,
    on: (channel, what) => void listeners.set(channel, what),
    async tell(channel, payload) {
      if (connection === null) throw new Error('the connection to the other servers is lost');
      await connection.query('select pg_notify($1, $2)', [channel, payload]);
    },
    hears: () => performance.now() - provenAt < PROVEN_MS,
    stop: async () => {
      stopping.abort();
      await listening;
    },
  };
}
