import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { call } from '@vedette/demo/api';
import { signIn } from '@vedette/demo/guard-account';
import { pace } from '../pace.ts';
import { jpegOfSize } from '../reports/jpeg-of-size.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { storeFrame } from '../reports/send-frame.ts';
import type { ChildServer } from '../servers/child-server.ts';

const REPORTS_PER_SECOND = 10;
/** Older detections are deleted, so that the store has a constant size after the first minute. */
const KEPT_DETECTIONS = 400;
const OPEN_STREAMS = 8;
const FRAME_SIZES = [20_000, 45_000, 90_000];

export type LoadReport = { requests: number; failures: string[] };

/** Sends reports, reads, comments, deletions, sign-ins and short streams at a steady rate until the signal. */
export async function mixedLoad(
  server: ChildServer,
  { dataDir, signal }: { dataDir: string; signal: AbortSignal },
): Promise<LoadReport> {
  const frames = await Promise.all(FRAME_SIZES.map(jpegOfSize));
  const kept: number[] = [];
  const failures: string[] = [];
  const streams: (() => void)[] = [];
  const running = new Set<Promise<unknown>>();
  let requests = 0;

  const attempt = (work: Promise<unknown>) => {
    requests += 1;
    const settled = work.catch((error: Error) => failures.push(error.message)).finally(() => running.delete(settled));
    running.add(settled);
  };
  const read = (path: string) => attempt(call(server.guard, { method: 'GET', path }));

  const turns: { every: number; run: (turn: number) => void }[] = [
    { every: 1, run: (turn) => attempt(report(turn)) },
    { every: 1, run: () => kept.length > KEPT_DETECTIONS && attempt(remove(kept.shift())) },
    { every: 2, run: () => read('/api/detections/all?limit=100') },
    { every: 2, run: () => read('/api/detections/stats') },
    { every: 3, run: () => read('/api/detections/threats') },
    { every: 1, run: () => kept.length > 0 && attempt(readFrame(kept.at(-1))) },
    { every: 5, run: () => kept.length > 0 && attempt(comment(kept.at(-1))) },
    { every: 10, run: replaceStream },
    { every: 100, run: () => attempt(comeAndGo()) },
  ];

  async function report(turn: number) {
    const sent = { ...SAMPLE_REPORT, event_id: randomUUID(), timestamp: new Date().toISOString() };
    kept.push(await storeFrame(server, { report: sent, frame: frames[turn % frames.length] ?? Buffer.alloc(0) }));
  }
  const remove = (id?: number) => call(server.guard, { method: 'DELETE', path: `/api/detections/${id}` });
  const comment = (id?: number) =>
    call(server.guard, { method: 'PUT', path: `/api/detections/${id}/comment`, body: { comment: 'Seen on camera' } });
  async function readFrame(id?: number) {
    const answer = await fetch(`${server.url}/api/detections/${id}/jpeg`, { headers: { cookie: server.guard.cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`A frame was answered ${answer.status}`);
  }
  async function comeAndGo() {
    const { api } = await signIn({ url: server.url, origin: server.url, dataDir });
    await call(api, { method: 'POST', path: '/api/auth/sign-out', body: {} });
  }
  function replaceStream() {
    if (streams.length >= OPEN_STREAMS) streams.shift()?.();
    const headers = { cookie: server.guard.cookie };
    const request = get(`${server.url}/api/detections/stream`, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) failures.push(`A stream was answered ${answer.statusCode}`);
      answer.on('error', () => {}).resume();
    });
    request.on('error', () => {});
    streams.push(() => request.destroy());
  }

  const nextTurn = pace(REPORTS_PER_SECOND);
  for (let turn = 0; !signal.aborted; turn += 1) {
    await nextTurn();
    for (const { every, run } of turns) if (turn % every === 0) run(turn);
  }
  await Promise.all(running);
  for (const close of streams) close();
  return { requests, failures };
}
