import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { inRepository } from '../../scripts/repository/image-steps.ts';
import { help } from '../src/help.ts';
import { settingsTable } from '../src/settings/settings.ts';
import { makeFolder } from './agent-process.ts';
import { startServerDouble } from './doubles/server-double.ts';
import { fixture } from './fixture.ts';
import { shortClip } from './short-clip.ts';

vi.setConfig({ testTimeout: 240_000 });

const folder = makeFolder();
const clip = shortClip(folder, 2);
afterAll(folder.remove);

const readme = readFileSync(inRepository('README.md'), 'utf8');
const section = /^## Connect a camera\n[\s\S]*?(?=^## )/m.exec(readme)?.[0] ?? '';
const SERVERS = /http:\/\/(localhost|127\.0\.0\.1):8080/;

/** Types it into a shell in the repository, with a camera, a model, a server and a folder of this test. */
async function paste(command: string) {
  const server = await startServerDouble({ key: 'vdk_1' });
  const typed = command
    .replace('vdk_…', 'vdk_1')
    .replace('rtsp://user:password@camera/stream', clip)
    .replace('weapons.onnx', fixture('blobs.onnx'))
    .replace(SERVERS, server.url)
    .replaceAll(/(gate|device)\.key/g, folder.at('pasted.key'));
  const env = { ...process.env, AGENT_OUTBOX: folder.at('outbox') };
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', typed], { cwd: inRepository('.'), env });
    return { said: stdout + stderr, types: server.rows().map(({ weapon_type }) => weapon_type) };
  } finally {
    await server.stop();
  }
}

test('the command that the README begins with checks and runs a camera; its section is short', async () => {
  expect(section.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
  const [, command = ''] = /^## Connect a camera\n\n```sh\n([\s\S]+?)```/.exec(section) ?? [];
  const { said, types } = await paste(command);
  for (const part of ['source', 'model', 'server']) expect(said).toMatch(new RegExp(`^ok +${part}: `, 'm'));
  expect(types).toEqual(['Pistol']);
  const flags = [...section.matchAll(/--([a-z-]+)[ `]/g)].map(([, name = '']) => name);
  expect(flags.filter((name) => !['help', 'location'].includes(name) && !(name in settingsTable))).toEqual([]);
});

test('the example of --help works, and each setting and command is in it', async () => {
  writeFileSync(folder.at('pasted.key'), 'vdk_1\n');
  const [example = ''] = /^npm run agent -- run [\s\S]+?(?=\n\n)/m.exec(help()) ?? [];
  expect((await paste(example)).types).toEqual(['Pistol']);
  for (const name of Object.keys(settingsTable)) expect(help()).toContain(`  --${name} `);
  for (const name of ['run', 'check', 'snapshot', 'outbox', 'bench'])
    expect(help()).toMatch(new RegExp(`^  ${name} `, 'm'));
});
