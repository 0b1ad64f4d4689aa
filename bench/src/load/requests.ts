import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Report } from '@vedette/contract/report';

type ReportWithoutId = Omit<Report, 'event_id'>;

/** What a connection sends again and again; a report gets an event_id of its own each time. */
export type Recipe = {
  headers: Record<string, string>;
} /** The paths are read in turn, and the files sent in turn. */ & (
  | { kind: 'get'; paths: readonly string[] }
  | { kind: 'json'; report: ReportWithoutId }
  | { kind: 'jpeg'; report: ReportWithoutId; files: readonly string[] }
);

const INGEST = '/api/ingest/detections';

/** Makes the bytes of one request after the other. */
export function requestMaker(recipe: Recipe, host: string): () => Buffer[] {
  const head = (requestLine: string, more: Record<string, string | number>) => {
    const lines = Object.entries({ host, ...recipe.headers, ...more }).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${requestLine} HTTP/1.1\r\n${lines.join('')}`;
  };
  if (recipe.kind === 'get') {
    const requests = recipe.paths.map((path) => [Buffer.from(`${head(`GET ${path}`, {})}\r\n`)]);
    let turn = 0;
    return () => {
      turn += 1;
      return requests[turn % requests.length] ?? [];
    };
  }
  const run = randomUUID();
  let count = 0;
  const eventId = () => {
    count += 1;
    return `${run}-${String(count).padStart(9, '0')}`;
  };

  if (recipe.kind === 'json') {
    // All event ids are equally long, and so are all bodies.
    const [before = '', after = ''] = JSON.stringify({ event_id: 'EVENT', ...recipe.report }).split('EVENT');
    const length = Buffer.byteLength(before + after) + run.length + 10;
    const start = `${head(`POST ${INGEST}`, { 'content-type': 'application/json', 'content-length': length })}\r\n${before}`;
    return () => [Buffer.from(`${start}${eventId()}${after}`)];
  }
  const frames = recipe.files.map((file) => readFileSync(file));
  const [before = '', after = ''] = encodeURIComponent(JSON.stringify({ event_id: 'EVENT', ...recipe.report })).split(
    'EVENT',
  );
  const start = head(`POST ${INGEST}`, { 'content-type': 'image/jpeg' });
  return () => {
    const frame = frames[count % frames.length] ?? Buffer.alloc(0);
    const detection = `x-detection: ${before}${eventId()}${after}\r\n`;
    return [Buffer.from(`${start}${detection}content-length: ${frame.length}\r\n\r\n`), frame];
  };
}
