import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FRAME_MAX_BYTES } from '@vedette/contract/limits';
import type { Bench } from '../bench.ts';
import { SAMPLE_REPORT } from '../reports/sample-report.ts';
import { type ChildServer, startChildServer } from '../servers/child-server.ts';
import { memoryChecks, memoryUnder } from './memory-under.ts';

const UPLOADS = 200;
const HELD_MS = 10_000;

/** Sends reports of the largest size without their last byte. */
export const slowUploads: Bench = async ({ folder, atEnd }) => {
  const server = await startChildServer({ dataDir: path.join(folder, 'data') });
  atEnd(server.kill);
  const memory = await memoryUnder(server.pid, () => holdUploads(server));
  const name = `${UPLOADS} uploads of 5 MiB without their last byte`;
  const columns = ['', 'memory before MB', 'most MB', 'afterwards MB'];
  const rows = [[name, memory.before, memory.peak, memory.after]];
  return { tables: [{ title: 'Slow uploads', columns, rows }], checks: memoryChecks(name, memory) };
};

async function holdUploads({ port, device }: ChildServer): Promise<void> {
  const head = [
    'POST /api/ingest/detections HTTP/1.1',
    'host: bench',
    `authorization: Bearer ${device.key}`,
    'content-type: image/jpeg',
    `x-detection: ${encodeURIComponent(JSON.stringify({ ...SAMPLE_REPORT, event_id: 'slow', timestamp: new Date().toISOString() }))}`,
    `content-length: ${FRAME_MAX_BYTES}`,
    '',
    '',
  ].join('\r\n');
  const body = Buffer.alloc(FRAME_MAX_BYTES - 1);
  const sockets = Array.from({ length: UPLOADS }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(head);
    socket.write(body);
    return socket;
  });
  await sleep(HELD_MS);
  for (const socket of sockets) socket.destroy();
}
