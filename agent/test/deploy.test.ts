import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { copiesOf, imageStages, inRepository, type Stage, wordsOf } from '../../scripts/repository/image-steps.ts';
import { readSettings } from '../src/settings/read-settings.ts';
import { makeFolder } from './agent-process.ts';
import { startServerDouble } from './doubles/server-double.ts';
import { fixture } from './fixture.ts';
import { shortClip } from './short-clip.ts';

vi.setConfig({ testTimeout: 240_000 });

const folder = makeFolder();
afterAll(folder.remove);

const DOCKERFILE = 'deploy/agent/Dockerfile';
const stages = imageStages(DOCKERFILE);
const [packages, image] = [stages[0] ?? expect.fail('no stages'), stages.at(-1) ?? expect.fail('no stages')];
const textOf = ({ steps }: Stage, instruction: string) =>
  steps.filter((step) => step.instruction === instruction).map(({ text }) => text);

/** Runs the Dockerfile's steps in folders of the test; the installed packages replace those of `npm ci`. */
function buildImage() {
  const [built, root] = [folder.at('packages'), folder.at('image')];
  mkdirSync(built, { recursive: true });
  // Deleting a hard link keeps the original file.
  execFileSync('cp', ['-al', inRepository('agent/node_modules'), path.join(built, 'node_modules')]);
  for (const command of textOf(packages, 'RUN').filter((it) => !/^(apt-get|npm) /.test(it))) {
    execFileSync('sh', ['-c', command], { cwd: built, stdio: 'pipe' });
  }
  const workdir = path.join(root, textOf(image, 'WORKDIR')[0] ?? expect.fail('no working folder'));
  mkdirSync(workdir, { recursive: true });
  for (const { from, sources, target } of copiesOf(image)) {
    for (const source of sources) {
      const given = from ? path.join(built, path.basename(source)) : inRepository(source);
      const to = path.join(workdir, target.endsWith('/') ? path.join(target, path.basename(source)) : target);
      cpSync(given, to, { recursive: true });
    }
  }
  return { workdir, modules: path.join(workdir, 'node_modules') };
}

test('the image copies only files that exist and that .dockerignore lets through', () => {
  const copied = stages
    .flatMap((stage) => copiesOf(stage).filter(({ from }) => !from))
    .flatMap(({ sources }) => sources);
  expect(copied.filter((source) => !existsSync(inRepository(source)))).toEqual([]);
  const included = readFileSync(inRepository('.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  expect(copied.filter((source) => !included.includes(`!${source.split('/')[0]}`))).toEqual([]);
  const [command = ''] = textOf(packages, 'RUN').filter((it) => it.startsWith('npm ci'));
  expect(command).toContain('--ignore-scripts');
});

test('the content of the image is small, checks and runs a camera, and reports its health', async () => {
  const { workdir, modules } = buildImage();
  const engines = execFileSync('find', [path.join(modules, 'onnxruntime-node/bin'), '-name', '*.node'], {
    encoding: 'utf8',
  });
  expect(
    engines
      .trim()
      .split('\n')
      .map((it) => it.split('/').slice(-3, -1)),
  ).toEqual([[process.platform, process.arch]]);
  const kilobytes = Number(execFileSync('du', ['-sk', modules], { encoding: 'utf8' }).split('\t')[0]);
  expect(kilobytes).toBeLessThan(140 * 1024);

  const server = await startServerDouble();
  const [program = '', ...args] = wordsOf(image, 'ENTRYPOINT');
  const { PATH = '' } = process.env;
  const env = {
    ...{ PATH, NODE_ENV: 'production', AGENT_OUTBOX: folder.at('outbox'), AGENT_SOURCE: shortClip(folder, 2) },
    ...{ AGENT_MODEL: fixture('blobs.onnx'), AGENT_SERVER: server.url, AGENT_KEY_FILE: folder.at('device.key') },
    AGENT_ALIVE_FILE: folder.at('alive'),
  };
  const start = (...command: string[]) =>
    new Promise<{ status: number | null; output: string }>((resolve) => {
      const child = spawn(program, [...args, ...command], { cwd: workdir, env });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
      child.once('close', (status) => resolve({ status, output }));
    });
  expect(await start('--help')).toMatchObject({ status: 0 });
  const checked = await start('check');
  expect([checked.status, checked.output]).toEqual([
    0,
    expect.stringMatching(/ok {6}ffmpeg.*\n.*ok {6}source(.|\n)*ok {6}model(.|\n)*ok {6}server/),
  ]);
  const [command = ''] = wordsOf(image, 'CMD');
  expect(health(env)).not.toBe(0);
  expect(await start(command)).toMatchObject({ status: 0 });
  expect(server.rows()).toMatchObject([{ weapon_type: 'Pistol' }]);
  expect(health(env)).toBe(0);
  const longAgo = Date.now() / 1_000 - 61;
  utimesSync(folder.at('alive'), longAgo, longAgo);
  expect(health(env)).toBe(1);
  await server.stop();
});

test('the image runs as an unprivileged user and sets only known settings', () => {
  expect(textOf(image, 'USER')).toEqual(['node']);
  const pairs = textOf(image, 'ENV')
    .flatMap((it) => it.split(' '))
    .map((it) => it.split('=') as [string, string]);
  const { NODE_ENV, ...settings } = Object.fromEntries(pairs);
  expect(NODE_ENV).toBe('production');
  expect(readSettings([], settings, [])).toMatchObject({ settings: { outbox: textOf(image, 'VOLUME')[0] } });
});

describe('the systemd unit', () => {
  const unit = readFileSync(inRepository('deploy/agent/vedette-agent@.service'), 'utf8');
  const of = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.+)$`, 'gm'))].map(([, value = '']) => value);

  test('starts the agent with known settings and the files of its credentials', () => {
    const [command = ''] = of('ExecStart');
    const [node, flag, loader = '', main = '', ...args] = command.split(' ');
    expect([node, flag, ...args]).toEqual(['/usr/bin/node', '--import', 'run']);
    for (const file of [loader, main]) expect(existsSync(inRepository(file.replace('/opt/vedette/', '')))).toBe(true);
    const credentials = new Map(of('LoadCredential').map((it) => it.split(':') as [string, string]));
    expect([...credentials.values()]).toEqual(['/etc/vedette/agents/%i.yaml', '/etc/vedette/agents/%i.key']);
    for (const name of credentials.keys())
      cpSync(path.join(inRepository('deploy/agent'), 'gate.yaml'), folder.at(name));
    const given = of('Environment')
      .flatMap((it) => it.split(' '))
      .map((it) => it.split('=') as [string, string]);
    const values = given.map(([name, value]) => [name, value.replace('%d', folder.at('.'))]);
    const { NODE_ENV: _, ...environment } = Object.fromEntries(values);
    writeFileSync(folder.at('weapons.onnx'), '');
    const read = readSettings(['--model', folder.at('weapons.onnx')], environment, [
      'source',
      'detector',
      'server',
      'key-file',
    ]);
    expect(read).toMatchObject({
      settings: { server: 'https://vedette.example.org/', outbox: `/var/lib/${of('StateDirectory')[0]}` },
    });
    expect(of('Type')).toEqual(['notify']);
    // systemd-notify, a child process, sends the notifications.
    expect(of('NotifyAccess')).toEqual(['all']);
    // The agent notifies every ten seconds, but not once it has processed one frame for a minute.
    expect(Number(of('WatchdogSec')[0])).toBeGreaterThan(60 + 10);
  });

  test('is valid for an installed systemd', () => {
    const file = folder.at('vedette-agent@gate.service');
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    if (spawnSync('systemd-analyze', ['--version']).error !== undefined) return;
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect(stderr).not.toContain('vedette-agent');
    // The exposure level of systemd-analyze, in tenths: up to 2.0 is low.
    execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file], { stdio: 'pipe' });
  });
});

function health(env: Record<string, string>): number | null {
  const [program = '', ...args] = wordsOf(image, 'HEALTHCHECK');
  return spawnSync(program, args, { env }).status;
}
