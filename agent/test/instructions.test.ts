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

/** Runs the command in a shell in the repository, with the camera, model, server and folder of this test. */
async function paste(command: string) {
  const server = await startServerDouble({ key: 'vdk_1' });
  const script = command
    .replace('vdk_…', 'vdk_1')
    .replace('rtsp://user:password@camera/stream', clip)
    .replace('weapons.onnx', fixture('blobs.onnx'))
    .replace(SERVERS, server.url)
    .replaceAll(/(gate|device)\.key/g, folder.at('pasted.key'));
  const env = { ...process.env, AGENT_OUTBOX: folder.at('outbox') };
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', script], { cwd: inRepository('.'), env });
    return { output: stdout + stderr, types: server.rows().map(({ weapon_type }) => weapon_type) };
  } finally {
    await server.stop();
  }
}

test("the first command of the README's section checks and runs a camera; the section is short", async () => {
  expect(section.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
  const [, command = ''] = /^## Connect a camera\n\n```sh\n([\s\S]+?)```/.exec(section) ?? [];
  const { output, types } = await paste(command);
  for (const part of ['source', 'model', 'server']) expect(output).toMatch(new RegExp(`^ok +${part}: `, 'm'));
  expect(types).toEqual(['Pistol']);
  const flags = [...section.matchAll(/--([a-z-]+)[ `]/g)].map(([, name = '']) => name);
  expect(flags.filter((name) => !['help', 'location'].includes(name) && !(name in settingsTable))).toEqual([]);
});

test('the example of --help works, and --help lists each setting and command', async () => {
  writeFileSync(folder.at('pasted.key'), 'vdk_1\n');
  const [example = ''] = /^npm run agent -- run [\s\S]+?(?=\n\n)/m.exec(help()) ?? [];
  expect((await paste(example)).types).toEqual(['Pistol']);
  for (const name of Object.keys(settingsTable)) expect(help()).toContain(`  --${name} `);
  for (const name of ['run', 'check', 'snapshot', 'outbox', 'bench'])
    expect(help()).toMatch(new RegExp(`^  ${name} `, 'm'));
});
