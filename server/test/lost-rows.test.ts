import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from './data/empty-folder.ts';
import { frameBytes } from './data/new-detection.ts';
import { aReport, asJpeg } from './data/reports.ts';
import { addressOf, runBuilt, startServer } from './servers/start-server.ts';

/** Creates a data folder with `count` reports, and stops the server that stored them. */
async function storeReports(dataDir: string, count: number) {
  const added = await runBuilt('device-cli', ['add', 'Gate'], { DATA_DIR: dataDir });
  const { key } = JSON.parse(added.output);
  const server = startServer({ DATA_DIR: dataDir });
  const address = await addressOf(server);
  for (let index = 0; index < count; index += 1) {
    const { headers, body } = asJpeg(aReport(), frameBytes(20_000));
    const answer = await fetch(`${address}/api/ingest/detections`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}` },
      body,
    });
    expect(answer.status).toBe(201);
  }
  server.process.kill('SIGTERM');
  await server.exit;
}

function framesOf(dataDir: string) {
  const frames = join(dataDir, 'frames');
  return readdirSync(frames).map((name) => {
    const bytes = readFileSync(join(frames, name));
    return { name, bytes: bytes.byteLength, hash: createHash('sha256').update(bytes).digest('hex') };
  });
}

const DATABASE_LOSSES: [name: string, lose: (file: string) => void][] = [
  ['missing', (file) => rmSync(file)],
  ['empty', (file) => writeFileSync(file, '')],
];

test.each(DATABASE_LOSSES)('a server whose database is %s does not start, and keeps every frame', async (_, lose) => {
  const dataDir = emptyFolder();
  await storeReports(dataDir, 3);
  const file = join(dataDir, 'vedette.db');
  lose(file);
  const before = framesOf(dataDir);
  const server = startServer({ DATA_DIR: dataDir });
  expect(await server.exit).toEqual({ code: 1, signal: null });
  expect(server.output()).toContain('holds detections up to 0');
  expect(server.output()).toContain('holds frames up to detection 3');
  expect(server.output()).toContain('npm run restore');
  expect(server.output()).toContain('npm run frames -- set-aside');
  expect(framesOf(dataDir)).toEqual(before);
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test('a server on an older database does not start, and set-aside keeps the unknown frames', async () => {
  const dataDir = emptyFolder();
  const file = join(dataDir, 'vedette.db');
  await storeReports(dataDir, 2);
  copyFileSync(file, join(dataDir, 'older.db'));
  await storeReports(dataDir, 3);
  copyFileSync(join(dataDir, 'older.db'), file);
  const before = framesOf(dataDir);
  const segment = readFileSync(join(dataDir, 'frames', '00000001.seg'));

  const refused = startServer({ DATA_DIR: dataDir });
  expect((await refused.exit).code).toBe(1);
  expect(refused.output()).toContain('holds detections up to 2');
  expect(refused.output()).toContain('holds frames up to detection 5');
  expect(framesOf(dataDir)).toEqual(before);

  const { code, output } = await runBuilt('frames-cli', ['set-aside'], { DATA_DIR: dataDir });
  expect([code, output]).toEqual([0, expect.stringContaining('Set aside: 1 files')]);
  const [folder = ''] = readdirSync(dataDir).filter((name) => name.startsWith('frames-set-aside-'));
  expect(readFileSync(join(dataDir, folder, '00000001.seg'))).toEqual(segment);
  const started = startServer({ DATA_DIR: dataDir });
  expect(await addressOf(started)).toContain('http://');
});

test('a matching database and frame store start again after a crash', async () => {
  const dataDir = emptyFolder();
  await storeReports(dataDir, 1);
  for (let start = 0; start < 2; start += 1) {
    const server = startServer({ DATA_DIR: dataDir });
    await addressOf(server);
    server.process.kill('SIGKILL');
    await server.exit;
  }
});

test.each([[[]], [['delete']], [['set-aside', 'now']]])(
  'the command says what it takes instead of %j',
  async (args) => {
    const { code, output } = await runBuilt('frames-cli', args, { DATA_DIR: emptyFolder() });
    expect([code, output]).toEqual([1, 'Usage: npm run frames -- set-aside\n']);
  },
);
