import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from './free-port.mjs';

const IN_EACH = 400;
const asks = `
  const { freePort } = await import('./free-port.mjs');
  const ports = [];
  while (ports.length < ${IN_EACH}) ports.push(await freePort());
  process.stdin.resume().on('end', () => process.exit());
  console.log(ports.join(' '));
`;

it('returns different ports, also in different processes', async () => {
  const children = [0, 1].map(() =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', asks], { cwd: import.meta.dirname }),
  );
  const printed = children.map(({ child }) => new Promise((resolve) => child.stdout?.once('data', resolve)));
  await Promise.all(printed);
  for (const { child } of children) child.stdin?.end();
  const ports = (await Promise.all(children)).flatMap(({ stdout }) => stdout.trim().split(' '));
  expect(new Set(ports).size).toBe(2 * IN_EACH);
});

it('returns a port that is free', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  const port = await freePort();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
});
