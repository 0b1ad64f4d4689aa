import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connectionOptions } from '../db/database.ts';
import { EVENTS_CHANNEL } from './event-log.ts';
import type { Tail } from './tail.ts';

const LISTEN_AGAIN_MS = 500;
/**
 * What this server commits itself is told here too, about when its own writer tells the tail. Waiting a moment for that
 * spares reading the log for it.
 */
const OWN_COMMIT_MS = 10;

type EventBell = { stop: () => Promise<void> };

/**
 * Rings the tail when another server has committed events, on a connection that is made again whenever it is lost: what
 * was told meanwhile is found by the ring that follows. On SQLite there is no other server.
 * @param options.onDeaf called once each time it cannot hear, with the reason
 */
export function startEventBell(options: {
  url: string;
  tail: Pick<Tail, 'position' | 'ring'>;
  onDeaf: (error: unknown) => void;
}): EventBell {
  const { url, tail, onDeaf } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let newest = 0;
  let waiting: NodeJS.Timeout | undefined;
  let hears = true;

  function hear(seq: number) {
    newest = Math.max(newest, seq);
    if (newest <= tail.position()) return;
    waiting ??= setTimeout(() => {
      waiting = undefined;
      if (newest > tail.position()) tail.ring();
    }, OWN_COMMIT_MS);
  }

  /** Until the connection is lost or the bell is stopped; rejects either way. */
  async function listen() {
    const client = new pg.Client(connectionOptions(url));
    client.on('error', () => {});
    client.on('notification', ({ payload }) => hear(Number(payload)));
    try {
      await client.connect();
      await client.query(`listen ${EVENTS_CHANNEL}`);
      hears = true;
      tail.ring();
      await once(client, 'end', { signal });
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function listenOn() {
    while (!signal.aborted) {
      await listen().catch((error: unknown) => {
        if (hears && !signal.aborted) onDeaf(error);
        hears = false;
      });
      await pause(LISTEN_AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }

  const listening = listenOn();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(waiting);
      await listening;
    },
  };
}
