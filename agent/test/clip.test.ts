import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openOutbox } from '../src/outbox/outbox.ts';
import { startServerDouble } from './server-double.ts';

vi.setConfig({ testTimeout: 120_000 });

const agent = path.join(import.meta.dirname, '..');
const fixture = (name: string) => path.join(agent, 'test', 'fixtures', name);
const folder = mkdtempSync(path.join(tmpdir(), 'vedette-agent-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the clip becomes exactly four reports with their frames, though the server fails at first', async () => {
  const server = await startServerDouble((count) => {
    // The first is stored and its answer lost, the second is not stored at all.
    if (count === 0) return { status: 503, store: true };
    return count === 1 ? { status: 500, store: false } : { status: 201, store: true };
  });
  const key = path.join(folder, 'device.key');
  writeFileSync(key, 'secret\n');
  const args = ['run', '--source', fixture('clip.mp4'), '--model', fixture('blobs.onnx'), '--server', server.url];
  const { code, said } = await start([...args, '--key-file', key, '--outbox', path.join(folder, 'outbox')]);
  await server.stop();
  expect([code, said]).toEqual([0, expect.stringContaining('reported Pistol')]);
  const types = server.rows().map(({ weapon_type }) => weapon_type);
  expect(types.sort()).toEqual(['Knife', 'Pistol', 'Pistol', 'rifle']);
  expect(server.frames()).toBeGreaterThanOrEqual(4);
  const outbox = openOutbox(path.join(folder, 'outbox'), { mostBytes: 1 });
  expect(outbox.state()).toMatchObject({ waiting: 0, dead: 0 });
  outbox.close();
});

test('every wrong setting is said, and none of them with a password', async () => {
  const { code, said } = await start([
    'run',
    '--source',
    'rtsp://a:secret@b/',
    '--fps',
    'x',
    '--nope',
    '1',
    '--server',
    'ftp://u:secret@x',
  ]);
  expect(code).toBe(2);
  for (const part of ['--fps', '--nope', '--server', '--key-file', '--model']) expect(said).toContain(part);
  expect(said).not.toContain('secret');
});

function start(args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const loader = path.join(agent, 'node_modules', 'tsx', 'dist', 'loader.mjs');
  const child = spawn(process.execPath, ['--import', loader, path.join(agent, 'src', 'main.ts'), ...args]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}
