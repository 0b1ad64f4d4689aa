import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Folder, makeFolder, program, runAgent, runArguments, startAgent } from './agent-process.ts';
import { startServerDouble } from './doubles/server-double.ts';
import { shortClip } from './short-clip.ts';

vi.setConfig({ testTimeout: 240_000 });

let folder: Folder;
const cleanUps: (() => unknown)[] = [];
beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  folder.remove();
});

/** Runs three seconds of the clip: a pistol in the upper left quarter, and below it a rifle that is 56 pixels high. */
async function reported(...settings: string[]) {
  const server = await startServerDouble();
  cleanUps.push(server.stop);
  const args = runArguments({ folder, server: server.url, source: shortClip(folder, 3) });
  expect(await runAgent([...args, ...settings])).toMatchObject({ code: 0 });
  return server.rows().map(({ weapon_type, threat_level }) => `${weapon_type} ${threat_level}`);
}

test.each([
  [[], ['Pistol 9', 'rifle 9']],
  [['--ignore', '0,0 0.5,0 0.5,0.35 0,0.35'], ['rifle 9']],
  [['--watch', '0,0 1,0 1,0.5 0,0.5'], ['Pistol 9']],
  [['--smallest-box', '60'], ['Pistol 9']],
  // The score of the rifle is below 1.
  [['--threshold', '0.5,rifle=1'], ['Pistol 9']],
  [
    ['--classes', 'PISTOL=Toy gun:3,rifle=Rifle'],
    ['Toy gun 3', 'rifle 9'],
  ],
])('the settings %j report %j', async (settings, expected) => {
  expect(await reported(...settings)).toEqual(expected);
});

test('outside its schedule the agent reads the camera but processes no frame', async () => {
  const server = await startServerDouble();
  // The schedule is one minute of a day that is neither today nor tomorrow.
  const day = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'][(new Date().getDay() + 3) % 7];
  const agent = startAgent([
    ...['run', '--source', `exec:${program('still-camera.mjs')}`, '--schedule', `${day} 00:00-00:01`],
    ...['--detector', `exec:${program('box-detector.mjs')} 1`, '--class-names', 'pistol'],
    ...['--server', server.url, '--key-file', folder.at('device.key'), '--outbox', folder.at('outbox')],
  ]);
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  const seen = { last_frame_age: expect.any(Number), fps: 0 };
  await vi.waitFor(() => expect(server.heartbeats().at(-1)).toMatchObject(seen), 60_000);
  expect(await agent.stop()).toBe(0);
  expect(agent.output()).not.toContain('pictures of');
  expect(server.rows()).toEqual([]);
});
