import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import type { ChildServer } from '../servers/child-server.ts';
import { startSeededServer } from '../servers/seeded-server.ts';
import { memoryChecks, memoryUnder } from './memory-under.ts';
import { ask } from './raw-connection.ts';

const DETECTIONS = 20_000;
/** Longer than the server keeps a connection that does not read. */
const UNREAD_MS = 16_000;

const cases = [
  { name: '100 lists of 1,000 that nobody reads', connections: 100, path: '/api/detections/all?limit=1000', each: 10 },
  { name: '300 streams that nobody reads', connections: 300, path: '/api/detections/stream', each: 1 },
];

/** Sends requests and never reads the responses. */
export const unreadAnswers: Bench = async ({ folder, atEnd, progress }) => {
  const server = await startSeededServer({ dataDir: path.join(folder, 'data'), count: DETECTIONS });
  atEnd(server.kill);
  const rows: (string | number)[][] = [];
  const checks = [];
  for (const one of cases) {
    progress(one.name);
    const memory = await memoryUnder(server.pid, () => leaveUnread(server, one));
    rows.push([one.name, memory.before, memory.peak, memory.after]);
    checks.push(...memoryChecks(one.name, memory));
  }
  const columns = ['', 'memory before MB', 'most MB', 'afterwards MB'];
  return { tables: [{ title: 'Answers that nobody reads', columns, rows }], checks };
};

type Case = { connections: number; path: string; each: number };

async function leaveUnread(server: ChildServer, { connections, path: address, each }: Case): Promise<void> {
  const headers = { 'last-event-id': String(DETECTIONS - 4_000) };
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = await ask(server, { path: address, headers });
      socket.pause();
      const again = `GET ${address} HTTP/1.1\r\nhost: bench\r\ncookie: ${server.guard.cookie}\r\n\r\n`;
      socket.write(again.repeat(each - 1));
      return socket;
    }),
  );
  await sleep(UNREAD_MS);
  for (const socket of sockets) socket.destroy();
}
