import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { openStream, type ReceivedEvent } from './open-stream.ts';
import type { Guard } from './sign-in-as.ts';

/** The reconnection time of browsers. */
const RETRY_MS = 50;

export type FollowedStream = {
  /** The numbers of all events except `hello`, in order of arrival. */
  numbers: () => number[];
  /** Whether the stream has received a `reset`. */
  wasReset: () => boolean;
  /** How often the stream was opened. */
  openings: () => number;
  hasRead: (seq: number) => Promise<void>;
};

/**
 * A guard's stream like that of a browser behind a load balancer: when it ends, it resumes at the next server after the
 * last number. Resolves when it is open.
 */
export async function followStream(options: { servers: readonly (() => string)[]; guard: Guard }) {
  const { servers, guard } = options;
  const connections: ReceivedEvent[][] = [];
  let stopped = false;
  const received = () => connections.flat();

  async function follow() {
    for (let turn = 0; !stopped; turn += 1) {
      const url = servers[turn % servers.length]?.() ?? '';
      const last = received().findLast(({ id }) => id !== null)?.id ?? undefined;
      const opened = { url, guard, ...(last !== undefined && { lastEventId: last }) };
      const stream = await openStream(opened).catch(() => null);
      if (stream?.status === 200) {
        connections.push(stream.events);
        await stream.ended;
      }
      await pause(RETRY_MS);
    }
  }

  onTestFinished(() => {
    stopped = true;
  });
  void follow();
  await expect.poll(() => received().length).toBeGreaterThan(0);
  const numbers = () => received().flatMap(({ id, event }) => (event === 'hello' ? [] : (id ?? [])));
  return {
    numbers,
    wasReset: () => received().some(({ event }) => event === 'reset'),
    openings: () => connections.length,
    hasRead: (seq: number) => expect.poll(() => numbers().at(-1), { timeout: 60_000 }).toBe(seq),
  } satisfies FollowedStream;
}
