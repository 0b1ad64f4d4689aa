import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Folder, makeFolder, program, runAgent, startAgent } from './agent-process.ts';
import { startServerDouble } from './doubles/server-double.ts';
import { fixture } from './fixture.ts';

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

/** A small camera and a detector that sees the same pistol in each of its pictures. */
function watching(server: string, more: readonly string[] = []): string[] {
  const places = ['--server', server, '--key-file', folder.at('device.key'), '--outbox', folder.at('outbox')];
  const parts = [
    '--source',
    `exec:${program('still-camera.mjs')}`,
    '--detector',
    `exec:${program('box-detector.mjs')} 30`,
  ];
  return ['run', ...parts, '--class-names', 'pistol', ...places, '--fps', '0', ...more];
}

test('25 SIGKILLs, lost answers and an outage: no report is lost, none is stored twice', async () => {
  const random = seeded(11);
  let kills = 0;
  const server = await startServerDouble({
    answer: () => {
      if (kills >= 8 && kills < 14) return { status: 503 };
      return { status: 201, store: true, drop: random() < 0.3 };
    },
  });
  cleanUps.push(server.stop);
  const promised: string[] = [];
  while (kills < 25) {
    // As often as frames come, so that it dies in all kinds of moments.
    const agent = startAgent(watching(server.url, ['--still-seen', '0.02']));
    await agent.says(/reported (.|\n)*reported /);
    await sleep(random() * 150);
    agent.kill('SIGKILL');
    await agent.ended;
    promised.push(...eventIds(agent.said()));
    kills++;
  }
  expect(promised.length).toBeGreaterThan(50);
  const empty = ['--source', fixture('clip.mp4'), '--threshold', '1'];
  const { code } = await runAgent([...watching(server.url).slice(0, 1), ...empty, ...watching(server.url).slice(3)]);
  expect(code).toBe(0);
  const stored = new Set(server.rows().map(({ event_id }) => event_id));
  expect(promised.filter((it) => !stored.has(it))).toEqual([]);
  // What was stored beyond what was promised was on disk, and its agent killed before it said so.
  expect(stored.size - promised.length).toBeLessThanOrEqual(2 * kills);
  expect(server.posted().length).toBeGreaterThan(stored.size);
});

test('after a restart a weapon that is still there is not reported anew', async () => {
  const server = await startServerDouble();
  cleanUps.push(server.stop);
  const before = startAgent(watching(server.url));
  await before.says('reported Pistol');
  before.kill('SIGKILL');
  await before.ended;
  const after = startAgent(watching(server.url));
  await after.says('30 pictures of 64 x 48 were looked at');
  expect(await after.stop()).toBe(0);
  expect(after.said()).not.toContain('reported Pistol 90%');
  expect(server.rows().length).toBeLessThanOrEqual(1);
});

test('with a key that is not valid reports wait, and go out when the key file changes', async () => {
  const server = await startServerDouble({ key: 'another-key' });
  const agent = startAgent(watching(server.url));
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  await agent.says("THE SERVER DOES NOT ACCEPT THIS DEVICE'S KEY (401");
  await agent.says('reported Pistol 90%');
  expect(server.rows()).toEqual([]);
  writeFileSync(folder.at('device.key'), 'another-key\n');
  await server.holds(1);
  expect(await agent.stop()).toBe(0);
  expect(eventIds(agent.said())).toEqual(server.rows().map(({ event_id }) => event_id));
});

test('a refused report is listed by the command outbox, and outbox retry has it sent by the agent that runs', async () => {
  const refusing = { is: true };
  const server = await startServerDouble({
    answer: () => (refusing.is ? { status: 400 } : { status: 201, store: true }),
  });
  const agent = startAgent(watching(server.url));
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  await agent.says('FOR GOOD');
  const listed = await runAgent(['outbox', '--outbox', folder.at('outbox')]);
  expect(listed).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 dead letters (outbox retry puts them back)'),
  });
  expect(listed.said).toContain('400 {"error":"the double says 400"}');
  refusing.is = false;
  const retried = await runAgent(['outbox', 'retry', '--outbox', folder.at('outbox')]);
  expect(retried.said).toContain('1 dead letters are put back');
  await server.holds(1);
});

test('on a disk that takes nothing an agent starts all the same, and reports from memory', async () => {
  const server = await startServerDouble();
  // No file may grow.
  const agent = startAgent(watching(server.url), { limits: '-f 0' });
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  await agent.says('THE OUTBOX CANNOT BE WRITTEN');
  await server.holds(1);
  expect(await agent.stop()).toBe(0);
});

test('an outbox that can never be opened ends the agent with its programs', async () => {
  writeFileSync(folder.at('outbox'), 'a file, no folder');
  const { code, said } = await runAgent(watching('http://127.0.0.1:9'));
  expect([code, said]).toEqual([1, expect.stringContaining('EEXIST')]);
});

function eventIds(said: string): string[] {
  return [...said.matchAll(/reported .* as ([0-9a-f-]{36})\n/g)].map(([, id = '']) => id);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
