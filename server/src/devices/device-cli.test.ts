import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { runCommand } from '../../test/servers/run-command.ts';
import { addressOf, startServer } from '../../test/servers/start-server.ts';

const run = (dataDir: string, ...words: string[]) => runCommand('device-cli', words, dataDir);

test('the device command adds a device that a running server accepts', { timeout: 30_000 }, async () => {
  const dataDir = emptyFolder();
  const address = await addressOf(startServer({ DATA_DIR: dataDir }));
  const { code, stdout } = await run(dataDir, 'add', 'Gate 3', '--location', 'North fence');
  expect(code).toBe(0);
  const device = JSON.parse(stdout);
  expect(device).toMatchObject({ success: true, name: 'Gate 3', location: 'North fence' });
  const report = await fetch(`${address}/api/ingest/detections`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(report.status).toBe(400);
});

test("the device command works before the server's first start", async () => {
  const { stdout } = await run(join(emptyFolder(), 'data'), 'add', 'Gate 3');
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Gate 3', location: null });
});

test.each([[[]], [['remove', 'x']], [['add']], [['add', '']], [['add', 'a', 'b']], [['add', 'a', '--colour', 'red']]])(
  'the device command prints its usage for %j',
  async (words) => {
    const { code, stdout, stderr } = await run(emptyFolder(), ...words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).not.toBe('');
  },
);
