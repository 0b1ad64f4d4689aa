import { randomUUID } from 'node:crypto';
import { pace } from '../pace.ts';
import type { ChildServer } from '../servers/child-server.ts';
import { jpegOfSize } from './jpeg-of-size.ts';
import { SAMPLE_REPORT } from './sample-report.ts';
import { storeFrame } from './send-frame.ts';

const FRAME_BYTES = 100_000;

export type SentReport = {
  id: number;
  /** The time before the request: performance.now() of this process. */
  sentAt: number;
  answeredAt: number;
};

/** Reports active threats with a frame at a steady rate, without waiting for the response to the previous report. */
export async function reportSteadily(
  server: ChildServer,
  { perSecond, count }: { perSecond: number; count: number },
): Promise<SentReport[]> {
  const frames = await Promise.all([1, 2, 3, 4].map((seed) => jpegOfSize(FRAME_BYTES, seed)));
  const nextTurn = pace(perSecond);
  const sent: Promise<SentReport>[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    await nextTurn();
    sent.push(sendOne(server, frames[turn % frames.length] ?? Buffer.alloc(0)));
  }
  return await Promise.all(sent);
}

/** One device that sends its next report after each response, for `seconds`. */
export async function reportOneByOne(server: Reported, seconds: number): Promise<SentReport[]> {
  const frame = await jpegOfSize(FRAME_BYTES, 1);
  const sent: SentReport[] = [];
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; ) {
    sent.push(await sendOne(server, frame));
  }
  return sent;
}

type Reported = Pick<ChildServer, 'url' | 'device'>;

async function sendOne(server: Reported, frame: Buffer<ArrayBuffer>): Promise<SentReport> {
  const report = { ...SAMPLE_REPORT, event_id: randomUUID(), timestamp: new Date().toISOString() };
  const sentAt = performance.now();
  const id = await storeFrame(server, { report, frame });
  return { id, sentAt, answeredAt: performance.now() };
}
