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

/** The arguments of an agent whose detector finds the same pistol in each picture of a small camera. */
function runArguments(server: string, options: readonly string[] = []): string[] {
  const places = ['--server', server, '--key-file', folder.at('device.key'), '--outbox', folder.at('outbox')];
  const parts = [
    '--source',
    `exec:${program('still-camera.mjs')}`,
    '--detector',
    `exec:${program('box-detector.mjs')} 30`,
  ];
  return ['run', ...parts, '--class-names', 'pistol', ...places, '--fps', '0', ...options];
}

test('no report is lost or stored twice after 25 SIGKILLs, lost answers and an outage', async () => {
  const random = seeded(11);
  let kills = 0;
  const server = await startServerDouble({
    answer: () => {
      if (kills >= 8 && kills < 14) return { status: 503 };
      return { status: 201, store: true, drop: random() < 0.3 };
    },
  });
  cleanUps.push(server.stop);
  const logged: string[] = [];
  while (kills < 25) {
    // The weapon is reported with each frame, so that a kill hits every step.
    const agent = startAgent(runArguments(server.url, ['--still-seen', '0.02']));
    await agent.untilOutput(/reported (.|\n)*reported /);
    await sleep(random() * 150);
    agent.kill('SIGKILL');
    await agent.ended;
    logged.push(...eventIds(agent.output()));
    kills++;
  }
  expect(logged.length).toBeGreaterThan(50);
  const empty = ['--source', fixture('clip.mp4'), '--threshold', '1'];
  const { code } = await runAgent([
    ...runArguments(server.url).slice(0, 1),
    ...empty,
    ...runArguments(server.url).slice(3),
  ]);
  expect(code).toBe(0);
  const stored = new Set(server.rows().map(({ event_id }) => event_id));
  expect(logged.filter((it) => !stored.has(it))).toEqual([]);
  // An agent that is killed after storing a report may not have logged it.
  expect(stored.size - logged.length).toBeLessThanOrEqual(2 * kills);
  expect(server.posted().length).toBeGreaterThan(stored.size);
});

test('a weapon that is still visible after a restart is not reported again', async () => {
  const server = await startServerDouble();
  cleanUps.push(server.stop);
  const before = startAgent(runArguments(server.url));
  await before.untilOutput('reported Pistol');
  before.kill('SIGKILL');
  await before.ended;
  const after = startAgent(runArguments(server.url));
  await after.untilOutput('30 pictures of 64 x 48 were processed');
  expect(await after.stop()).toBe(0);
  expect(after.output()).not.toContain('reported Pistol 90%');
  expect(server.rows().length).toBeLessThanOrEqual(1);
});

test('reports wait while the key is not valid, and are sent when the key file changes', async () => {
  const server = await startServerDouble({ key: 'another-key' });
  const agent = startAgent(runArguments(server.url));
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  await agent.untilOutput("THE SERVER DOES NOT ACCEPT THIS DEVICE'S KEY (401");
  await agent.untilOutput('reported Pistol 90%');
  expect(server.rows()).toEqual([]);
  writeFileSync(folder.at('device.key'), 'another-key\n');
  await server.untilStored(1);
  expect(await agent.stop()).toBe(0);
  expect(eventIds(agent.output())).toEqual(server.rows().map(({ event_id }) => event_id));
});

test('the command outbox lists a refused report, and after outbox retry the running agent sends it', async () => {
  const refusing = { is: true };
  const server = await startServerDouble({
    answer: () => (refusing.is ? { status: 400 } : { status: 201, store: true }),
  });
  const agent = startAgent(runArguments(server.url));
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  await agent.untilOutput('FOR GOOD');
  const listed = await runAgent(['outbox', '--outbox', folder.at('outbox')]);
  expect(listed).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 dead letters (outbox retry puts them back)'),
  });
  expect(listed.output).toContain('400 {"error":"the double says 400"}');
  refusing.is = false;
  const retried = await runAgent(['outbox', 'retry', '--outbox', folder.at('outbox')]);
  expect(retried.output).toContain('1 dead letters are put back');
  await server.untilStored(1);
});

test('an agent whose disk cannot be written starts and reports from memory', async () => {
  const server = await startServerDouble();
  // The limit prevents every file from growing.
  const agent = startAgent(runArguments(server.url), { limits: '-f 0' });
  cleanUps.push(server.stop, () => agent.kill('SIGKILL'));
  await agent.untilOutput('THE OUTBOX CANNOT BE WRITTEN');
  await server.untilStored(1);
  expect(await agent.stop()).toBe(0);
});

test('an outbox that cannot be opened ends the agent and its child processes', async () => {
  writeFileSync(folder.at('outbox'), 'a file, no folder');
  const { code, output } = await runAgent(runArguments('http://127.0.0.1:9'));
  expect([code, output]).toEqual([1, expect.stringContaining('EEXIST')]);
});

function eventIds(output: string): string[] {
  return [...output.matchAll(/reported .* as ([0-9a-f-]{36})\n/g)].map(([, id = '']) => id);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
