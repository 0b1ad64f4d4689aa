import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSegmentReader } from '../../../server/src/frames/segments/segment-reader.ts';
import { verifyFrames } from '../../../server/src/frames/verified-frames.ts';
import type { Bench } from '../bench.ts';
import { median } from '../quantiles.ts';
import { jpegOfSize } from '../reports/jpeg-of-size.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { storeFrame } from '../reports/send-frame.ts';
import { startChildServer } from '../servers/child-server.ts';

const FRAME_BYTES = 100_000;
const READS = 2_000;

/** Requests frames whose bytes were overwritten, and measures the cost of verifying every frame and of revalidation by browsers. */
export const damagedFrame: Bench = async ({ folder, rounds, atEnd }) => {
  const dataDir = path.join(folder, 'data');
  const server = await startChildServer({ dataDir });
  atEnd(server.kill);
  const store = async (event_id: string, frame: Buffer<ArrayBuffer>) =>
    storeFrame(server, { report: { ...SAMPLE_REPORT, event_id, timestamp: new Date().toISOString() }, frame });
  const frame = Buffer.from(await jpegOfSize(FRAME_BYTES, 1));
  const [id, whole] = [
    await store('damaged', frame),
    await store('whole', Buffer.from(await jpegOfSize(FRAME_BYTES, 2))),
  ];
  const segment = path.join(dataDir, 'frames', '00000001.seg');
  const bytes = readFileSync(segment);
  bytes.fill(0x42, bytes.indexOf(frame) + 1_000, bytes.indexOf(frame) + 1_010);
  writeFileSync(segment, bytes);
  const ask = async (path_: string, headers = {}) => {
    const answer = await fetch(server.url + path_, { headers: { cookie: server.guard.cookie, ...headers } });
    await answer.arrayBuffer();
    return answer;
  };
  const paths = ['jpeg', 'thumbnail', 'frame'];
  const answers = await Promise.all(paths.map((name) => ask(`/api/detections/${id}/${name}`)));
  const served = answers.filter(({ ok }) => ok).length;

  const jpeg = `/api/detections/${whole}/jpeg`;
  const etag = (await ask(jpeg)).headers.get('etag') ?? '';
  const times = { whole: [] as number[], unchanged: [] as number[], bare: [] as number[], verified: [] as number[] };
  const reading = await framesOnDisk(path.join(folder, 'frames'), frame);
  atEnd(reading.close);
  for (let round = 0; round < rounds; round += 1) {
    times.whole.push(await microseconds(200, () => ask(jpeg)));
    times.unchanged.push(await microseconds(200, () => ask(jpeg, { 'if-none-match': etag })));
    times.bare.push(await microseconds(READS, reading.bare));
    times.verified.push(await microseconds(READS, reading.verified));
  }
  const [bare, verified, sent, unchanged] = [times.bare, times.verified, times.whole, times.unchanged].map(median);
  return {
    tables: [
      {
        title: 'Frames of 100 KB, µs each, one after the other',
        columns: ['read', 'read and compared with its SHA-256', 'answered 200', 'answered 304', '304 : 200'],
        rows: [
          [bare ?? 0, verified ?? 0, sent ?? 0, unchanged ?? 0, `${((unchanged ?? 0) / (sent ?? 1)).toFixed(2)}×`],
        ],
      },
    ],
    checks: [{ what: 'Answers with damaged bytes', measured: served, unit: '', target: 0, bound: 'at most' }],
  };
};

async function framesOnDisk(directory: string, frame: Buffer) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, '00000001.seg'), frame);
  const reader = createSegmentReader({ directory, now: Date.now });
  const verifying = verifyFrames(reader);
  const { createHash } = await import('node:crypto');
  const sha256 = createHash('sha256').update(frame).digest('hex');
  const stored = { place: '00000001/0000000000', size: frame.byteLength, sha256 };
  if ((await verifying.read(stored)) === null) throw new Error('The frame cannot be read');
  return { bare: () => reader.read(stored), verified: () => verifying.read(stored), close: reader.close };
}

async function microseconds(times: number, run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < times; done += 1) await run();
  return ((performance.now() - startedAt) / times) * 1_000;
}
