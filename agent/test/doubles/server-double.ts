import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Stored = { event_id: string; weapon_type: string; threat_level: number; confidence: number };

/** Takes reports as the server does: one row per event_id. `answer` may say another status before or after storing. */
export async function startServerDouble(
  answer: (count: number) => { status: number; store: boolean } = () => ({ status: 201, store: true }),
) {
  const rows = new Map<string, Stored>();
  let frames = 0;
  let posts = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1');
      const report = JSON.parse(/\{"event_id".*\}/.exec(body)?.[0] ?? 'null') as Stored;
      const { status, store } = answer(posts++);
      if (store) {
        rows.set(report.event_id, report);
        if (body.includes('\xff\xd8\xff')) frames++;
      }
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    rows: () => [...rows.values()],
    frames: () => frames,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
