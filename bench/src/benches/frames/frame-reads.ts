import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench, Check } from '../../bench.ts';
import { contest, ratioOf } from '../../contest.ts';
import { startLoader } from '../../load/loader.ts';
import { jpegOfSize } from '../../reports/jpeg-of-size.ts';
import { SAMPLE_REPORT } from '../../reports/sample-report.ts';
import { storeFrame } from '../../reports/send-frame.ts';
import { type ChildServer, startChildServer } from '../../servers/child-server.ts';
import { type Reference, startReference } from '../../servers/reference-server.ts';

const CONNECTIONS = [1, 16];
const FRAME_BYTES = 100_000;
const STORED_FRAMES = 64;
const CONTESTANTS = ['bare-buffer', 'fastify-buffer', 'fastify-segments', 'vedette'] as const;

/** Compares authenticated reads of frames from disk with servers that send one frame from memory without authentication. */
export const frameReads: Bench = async (options) => {
  const loader = startLoader();
  options.atEnd(loader.stop);
  const dataDir = path.join(options.folder, 'reads');
  const product = await startChildServer({ dataDir });
  options.atEnd(product.stop);
  const file = path.join(options.folder, 'frame.jpg');
  writeFileSync(file, await jpegOfSize(FRAME_BYTES, 1));
  const reference = async (name: Reference, ...args: string[]) => {
    const server = await startReference(name, ...args);
    options.atEnd(server.stop);
    return { ...server, name };
  };
  const inMemory = { kind: 'get', headers: {}, paths: ['/'] } as const;
  const headers = { cookie: product.guard.cookie };
  const paths = (await storedFrames(product)).map((id) => `/api/detections/${id}/jpeg`);
  const of = await contest({
    ...options,
    loader,
    connections: CONNECTIONS,
    contestants: [
      { ...(await reference('bare-buffer', file, 'image/jpeg')), recipe: inMemory },
      { ...(await reference('fastify-buffer', file, 'image/jpeg')), recipe: inMemory },
      { ...(await reference('fastify-segments', dataDir)), recipe: { kind: 'get', headers: {}, paths } },
      { ...product, name: 'vedette', recipe: { kind: 'get', headers, paths } },
    ],
  });
  const rows = CONNECTIONS.flatMap((connections) =>
    CONTESTANTS.map((name) => {
      const { perSecond, p50, p99, cpuMicroseconds } = of(name, connections);
      return [`${name}, ${connections}`, perSecond, p50, p99, cpuMicroseconds];
    }),
  );
  const floor = CONNECTIONS.map((connections): Check => {
    const measured = ratioOf('perSecond', of('vedette', connections), of('bare-buffer', connections));
    return { what: `Frame reads at ${connections}, of the floor`, measured, unit: '×', target: 0.5, bound: 'at least' };
  });
  const processorTime = ratioOf('cpuMicroseconds', of('fastify-segments', 16), of('fastify-buffer', 16));
  const what = 'CPU of reading a frame by its row at 16, of a buffer in memory';
  return {
    tables: [
      {
        title: 'Reading frames of 100 KB',
        columns: ['server, connections', 'per second', 'p50 ms', 'p99 ms', 'CPU µs'],
        rows,
      },
    ],
    checks: [...floor, { what, measured: processorTime, unit: '×', target: 1.3, bound: 'at most' }],
  };
};

async function storedFrames(product: ChildServer): Promise<number[]> {
  const ids: number[] = [];
  for (let seed = 0; seed < STORED_FRAMES; seed += 1) {
    const frame = await jpegOfSize(FRAME_BYTES, seed % 4);
    ids.push(await storeFrame(product, { report: { ...SAMPLE_REPORT, event_id: randomUUID() }, frame }));
  }
  return ids;
}
