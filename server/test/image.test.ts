import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { copiesOf, imageStages, inRepository, type Stage, wordsOf } from '../../scripts/repository/image-steps.ts';
import { emptyFolder } from './data/empty-folder.ts';
import { addressOf, startServer } from './servers/start-server.ts';

vi.setConfig({ testTimeout: 300_000 });

type Manifest = { name: string; workspaces: string[]; scripts: Record<string, string> };
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(inRepository(join(folder, 'package.json')), 'utf8')) as Manifest;

const stages = imageStages();
const stage = (name: string) => stages.find((one) => one.name === name) ?? expect.fail(`no stage ${name}`);
const fromRepository = (one: Stage) => copiesOf(one).filter(({ from }) => from === undefined);

test('the image copies only files that exist and reach the builder', () => {
  const copied = stages.flatMap(fromRepository).flatMap(({ sources }) => sources);
  expect(copied.filter((source) => !existsSync(inRepository(source)))).toEqual([]);
  const ignored = readFileSync(inRepository('.dockerignore'), 'utf8').split('\n');
  const letIn = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(ignored).toContain('*');
  expect(copied.filter((source) => !letIn.some((one) => source === one || source.startsWith(`${one}/`)))).toEqual([]);
  // npm installs nothing when the manifest of a workspace in the lock file is missing.
  expect(copied).toEqual(expect.arrayContaining(manifestOf('.').workspaces.map((name) => `${name}/package.json`)));
});

test('the commands of the image are those of this repository', () => {
  const commands = stages.flatMap(({ steps }) => steps.filter(({ instruction }) => instruction === 'RUN'));
  const text = commands.map(({ text }) => text).join('\n');
  const scripts = [...text.matchAll(/npm run (\S+)/g)].map(([, name]) => name ?? '');
  expect(scripts).toEqual(['build']);
  expect(Object.keys(manifestOf('.').scripts)).toEqual(expect.arrayContaining(scripts));
  const workspaces = [...text.matchAll(/--workspace (\S+)/g)].map(([, name]) => name);
  expect(workspaces).toEqual([manifestOf('server').name]);
});

test('the image runs as an unprivileged user, and its health check detects a missing server', async () => {
  const built = emptyFolder();
  for (const { sources, target } of [stage('manifests'), stage('build')].flatMap(fromRepository)) {
    for (const source of sources) copyInto(built, source, target);
  }
  symlinkSync(inRepository('node_modules'), join(built, 'node_modules'));
  for (const { text } of stage('build').steps.filter(({ text }) => text.startsWith('npm run '))) {
    const { status, stderr } = spawnSync('sh', ['-c', text], { cwd: built, encoding: 'utf8' });
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  }

  const last = stages.at(-1) ?? expect.fail('no stages');
  const image = emptyFolder();
  for (const { from, sources, target } of copiesOf(last)) {
    for (const source of sources) {
      const path = source.replace('/vedette/', '');
      if (from === 'packages') symlinkSync(inRepository(path), join(image, target));
      else cpSync(join(built, path), join(image, target), { recursive: true });
    }
  }
  expect(last.steps.filter(({ instruction }) => instruction === 'USER')).toEqual([
    { instruction: 'USER', text: 'node' },
  ]);
  const [node, program = ''] = wordsOf(last, 'CMD');
  expect(node).toBe('node');
  const PORT = String(await freePort());
  const server = startServer({ PORT, DATA_DIR: emptyFolder() }, join(image, program));
  const address = await addressOf(server);
  expect((await fetch(address)).headers.get('content-type')).toContain('text/html');
  expect(health(last, PORT)).toBe(0);
  server.process.kill('SIGKILL');
  await server.exit;
  expect(health(last, PORT)).toBe(1);
});

function health(last: Stage, PORT: string): number | null {
  const [command = '', ...args] = wordsOf(last, 'HEALTHCHECK');
  const { PATH } = process.env;
  return spawnSync(command, args, { env: { PATH, PORT, NODE_ENV: 'production' } }).status;
}

/** Copies like COPY: the content of a folder, or a file under its own name when the target is a folder. */
function copyInto(root: string, source: string, target: string): void {
  const to = join(root, target.endsWith('/') ? join(target, basename(source)) : target);
  mkdirSync(dirname(to), { recursive: true });
  const ours = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  cpSync(inRepository(source), to, { recursive: true, filter: ours });
}
