import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildServer } from './child-server.ts';

/** What Chromium waits before it opens a broken stream again, unless the server says something else. */
const CHROMIUM_RETRY_MS = 3_000;

export type RoamingStream = {
  /** The numbers of events in the order they came, and when: performance.now(). */
  seqs: number[];
  at: number[];
  stop: () => void;
};

/** One guard's stream that goes on at the next server when it breaks, as a browser behind a load balancer does. Resolves at the first hello. */
export async function openRoamingStream(servers: readonly ChildServer[]): Promise<RoamingStream> {
  const stopping = new AbortController();
  const seqs: number[] = [];
  const at: number[] = [];
  let last: string | undefined;
  let retryMs = CHROMIUM_RETRY_MS;
  let greet = () => {};
  const greeted = new Promise<void>((resolve) => {
    greet = resolve;
  });

  function take(text: string) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
    retryMs = Number(field('retry') ?? retryMs);
    last = field('id') ?? last;
    if (field('event') === 'hello') return greet();
    if (field('id') === undefined) return;
    seqs.push(Number(field('id')));
    at.push(performance.now());
  }

  /** Until it breaks. */
  function read({ port, guard }: ChildServer): Promise<void> {
    const headers = { cookie: guard.cookie, ...(last === undefined ? {} : { 'last-event-id': last }) };
    const path = '/api/detections/stream';
    return new Promise((resolve) => {
      const request = get({ host: '127.0.0.1', port, path, headers, agent: false, signal: stopping.signal });
      request.on('error', () => resolve());
      request.on('response', (answer) => {
        let rest = '';
        answer.on('error', () => {}).on('close', resolve);
        answer.setEncoding('utf8').on('data', (text: string) => {
          const events = (rest + text).split('\n\n');
          rest = events.pop() ?? '';
          for (const event of events) take(event);
        });
      });
    });
  }

  async function roam() {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const server = servers[turn % servers.length];
      if (server !== undefined) await read(server);
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  void roam();
  await greeted;
  return { seqs, at, stop: () => stopping.abort() };
}
