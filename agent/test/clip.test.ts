import { afterEach, expect, test, vi } from 'vitest';
import { openOutbox } from '../src/outbox/outbox.ts';
import { makeFolder, runAgent, runArguments } from './agent-process.ts';
import { startServerDouble } from './doubles/server-double.ts';
import { fixture } from './fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

const folder = makeFolder();
afterEach(folder.remove);

test('the clip becomes exactly four reports with their frames when the server fails at first', async () => {
  const server = await startServerDouble({
    answer: (_, count) => {
      // The first report is stored but answered with 503; the second is not stored.
      if (count === 0) return { status: 503, store: true };
      return count === 1 ? { status: 500, store: false } : { status: 201, store: true };
    },
  });
  const { code, output } = await runAgent(runArguments({ folder, server: server.url, source: fixture('clip.mp4') }));
  await server.stop();
  expect([code, output]).toEqual([0, expect.stringContaining('reported Pistol')]);
  const types = server.rows().map(({ weapon_type }) => weapon_type);
  expect(types.sort()).toEqual(['Knife', 'Pistol', 'Pistol', 'rifle']);
  expect(server.frames()).toBeGreaterThanOrEqual(4);
  const outbox = openOutbox(folder.at('outbox'), { maxFrameBytes: 1 });
  expect(outbox.state()).toMatchObject({ waiting: 0, dead: 0 });
  outbox.close();
});

test('every wrong setting is printed without its password', async () => {
  const wrong = ['--source', 'rtsp://a:secret@b/', '--fps', 'x', '--nope', '1', '--server', 'ftp://u:secret@x'];
  const { code, output } = await runAgent(['run', ...wrong]);
  expect(code).toBe(2);
  for (const part of ['--fps', '--nope', '--server', '--key-file', '--model']) expect(output).toContain(part);
  expect(output).not.toContain('secret');
});
