import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Bench, Check, Table } from '../bench.ts';
import { type Cell, contest, ratioOf } from '../contest.ts';
import { frameFiles } from '../load/frame-files.ts';
import { startLoader } from '../load/loader.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { startChildServer } from '../servers/child-server.ts';
import { type Reference, startReference } from '../servers/reference-server.ts';

const CONNECTIONS = [1, 16, 64];
const FRAME_BYTES = 100_000;

/** Measures durable reports per second, with and without a frame. */
export const ingest: Bench = async (options) => {
  const loader = startLoader();
  options.atEnd(loader.stop);
  const product = await startChildServer({ dataDir: path.join(options.folder, 'product') });
  options.atEnd(product.stop);
  const headers = { authorization: `Bearer ${product.device.key}` };

  const reference = async (name: Reference) => {
    const folder = path.join(options.folder, name);
    mkdirSync(folder);
    const server = await startReference(name, folder);
    options.atEnd(server.stop);
    return { ...server, name };
  };
  const json = { kind: 'json', headers, report: SAMPLE_REPORT } as const;
  const jpeg = {
    kind: 'jpeg',
    headers,
    report: SAMPLE_REPORT,
    files: await frameFiles(options.folder, FRAME_BYTES),
  } as const;
  const ofJson = await contest({
    ...options,
    loader,
    connections: CONNECTIONS,
    contestants: [
      { ...(await reference('answer-without-storing')), recipe: json },
      { ...(await reference('commit-per-request')), recipe: json },
      { ...product, name: 'vedette', recipe: json },
    ],
  });
  const ofJpeg = await contest({
    ...options,
    loader,
    connections: CONNECTIONS,
    contestants: [
      { ...(await reference('sync-before-answer')), recipe: jpeg },
      { ...(await reference('drain-body')), recipe: jpeg },
      { ...product, name: 'vedette', recipe: jpeg },
    ],
  });
  return {
    tables: [
      ingestTable('JSON reports without a frame', {
        of: ofJson,
        references: ['answer-without-storing', 'commit-per-request'],
      }),
      ingestTable('Reports with a 100 KB JPEG, raw encoding', {
        of: ofJpeg,
        references: ['sync-before-answer', 'drain-body'],
      }),
    ],
    checks: [...jsonChecks(ofJson), ...jpegChecks(ofJpeg)],
  };
};

type Cells = (name: string, connections: number) => Cell;

function ingestTable(title: string, { of, references }: { of: Cells; references: Reference[] }): Table {
  const rows = CONNECTIONS.flatMap((connections) =>
    [...references, 'vedette'].map((name) => {
      const cell = of(name, connections);
      const { perSecond, p50, p99, cpuMicroseconds } = cell;
      const ratio = ratioOf('perSecond', of('vedette', connections), cell);
      return [`${name}, ${connections}`, perSecond, p50, p99, cpuMicroseconds, name === 'vedette' ? '' : ratio];
    }),
  );
  return { title, columns: ['server, connections', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'vedette is ×'], rows };
}

function jsonChecks(of: Cells): Check[] {
  const against = (name: string) => ratioOf('perSecond', of('vedette', 64), of(name, 64));
  const check = { unit: '×', bound: 'at least' } as const;
  return [
    {
      ...check,
      what: 'JSON reports at 64, of answering without storing',
      measured: against('answer-without-storing'),
      target: 0.45,
    },
    {
      ...check,
      what: 'JSON reports at 64, of a commit per request',
      measured: against('commit-per-request'),
      target: 5,
    },
  ];
}

function jpegChecks(of: Cells): Check[] {
  const floor = CONNECTIONS.map((connections): Check => {
    const measured = ratioOf('perSecond', of('vedette', connections), of('sync-before-answer', connections));
    return {
      what: `JPEG reports at ${connections}, of the floor`,
      measured,
      unit: '×',
      target: 0.4,
      bound: 'at least',
    };
  });
  const processorTime = ratioOf('cpuMicroseconds', of('vedette', 16), of('drain-body', 16));
  const what = 'CPU of a JPEG report at 16, of draining its body';
  return [...floor, { what, measured: processorTime, unit: '×', target: 1.7, bound: 'at most' }];
}
