import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { costlyPicture } from '../../../server/test/data/costly-picture.ts';
import type { Bench, Check } from '../bench.ts';
import { quantile } from '../quantiles.ts';
import { jpegOfSize } from '../reports/jpeg-of-size.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { storeFrame } from '../reports/send-frame.ts';
import { type ChildServer, startChildServer } from '../servers/child-server.ts';
import { memoryChecks, memoryUnder } from './memory-under.ts';

const COSTLY = 10;
const ORDINARY = 20;
const THUMBNAIL_MS = 1_000;

/** Requests pictures that take seconds to decode together with ordinary ones, all at the same time. */
export const costlyPictures: Bench = async ({ folder, atEnd }) => {
  const server = await startChildServer({ dataDir: path.join(folder, 'data') });
  atEnd(server.kill);
  const picture = await costlyPicture({ side: 7_000, scans: 85 });
  const store = async (frame: Buffer<ArrayBuffer>, event_id: string) =>
    storeFrame(server, { report: { ...SAMPLE_REPORT, event_id, timestamp: new Date().toISOString() }, frame });
  const costly: number[] = [];
  for (let number = 0; number < COSTLY; number += 1) costly.push(await store(picture, `costly-${number}`));
  const ordinary: number[] = [];
  for (let number = 0; number < ORDINARY; number += 1) {
    ordinary.push(await store(Buffer.from(await jpegOfSize(100_000, number)), `ordinary-${number}`));
  }
  // Waits until the thumbnail process has started.
  await thumbnail(server, await store(Buffer.from(await jpegOfSize(100_000, ORDINARY)), 'first'));

  const alone = await thumbnail(server, ordinary[0] ?? 0);
  let refused = 0;
  let waited: number[] = [];
  const memory = await memoryUnder(server.pid, async () => {
    const asked = costly.map((id) => thumbnail(server, id));
    waited = (await Promise.all(ordinary.slice(1).map((id) => thumbnail(server, id)))).map(({ ms }) => ms);
    refused = (await Promise.all(asked)).filter(({ code }) => code === 'NO_PREVIEW').length;
    await sleep(1_000);
  });
  const slowest = quantile(waited, 0.99);
  const checks: Check[] = [
    {
      ...{ what: 'costly pictures: p99 of an ordinary thumbnail beside them', unit: 'ms', bound: 'at most' },
      ...{ measured: slowest, target: THUMBNAIL_MS },
    },
    {
      ...{ what: 'costly pictures without a preview', unit: '', bound: 'at least' },
      ...{ measured: refused, target: COSTLY },
    },
    ...memoryChecks('costly pictures', memory),
  ];
  return {
    tables: [
      {
        title: `${COSTLY} pictures of ${Math.round(picture.byteLength / 1e3)} kB, 49 million pixels and 95 scans, and ${ORDINARY} ordinary ones, asked for by one page`,
        columns: [
          'one alone ms',
          'beside them, median ms',
          'p99 ms',
          'no preview',
          'memory before MB',
          'most MB',
          'after MB',
        ],
        rows: [[alone.ms, quantile(waited, 0.5), slowest, refused, memory.before, memory.peak, memory.after]],
      },
    ],
    checks,
  };
};

async function thumbnail({ guard }: ChildServer, id: number): Promise<{ ms: number; code: string | null }> {
  const startedAt = performance.now();
  const answer = await fetch(`${guard.url}/api/detections/${id}/thumbnail`, { headers: { cookie: guard.cookie } });
  const body = Buffer.from(await answer.arrayBuffer());
  return { ms: performance.now() - startedAt, code: answer.ok ? null : JSON.parse(String(body)).code };
}
