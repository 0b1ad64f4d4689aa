import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildServer } from '../servers/child-server.ts';

/** Chromium's reconnection time of a broken stream, unless the server sends another one. */
const CHROMIUM_RETRY_MS = 3_000;

export type RoamingStream = {
  /** The numbers of events in order of arrival, and their times: performance.now(). */
  seqs: number[];
  at: number[];
  stop: () => void;
};

/** Opens a guard's stream that continues at the next server when it breaks, as behind a load balancer. Resolves at the first hello. */
export async function openRoamingStream(servers: readonly ChildServer[]): Promise<RoamingStream> {
  const stopping = new AbortController();
  const seqs: number[] = [];
  const at: number[] = [];
  let last: string | undefined;
  let retryMs = CHROMIUM_RETRY_MS;
  let onHello = () => {};
  const greeted = new Promise<void>((resolve) => {
    onHello = resolve;
  });

  function take(text: string) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
    retryMs = Number(field('retry') ?? retryMs);
    last = field('id') ?? last;
    if (field('event') === 'hello') return onHello();
    if (field('id') === undefined) return;
    seqs.push(Number(field('id')));
    at.push(performance.now());
  }

  /** Reads the stream until it breaks. */
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
