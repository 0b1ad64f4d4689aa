import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export type ServerProcess = {
  process: ChildProcess;
  /** What it has written so far, on both outputs. */
  output: () => string;
  exit: Promise<{ code: number | null; signal: string | null }>;
};

/** The built server as a process of its own, gone when the test has finished. */
export function startServer(settings: Record<string, string>): ServerProcess {
  const { PATH, NODE_ENV } = process.env;
  const child = spawn(process.execPath, [PROGRAM], { env: { PATH, NODE_ENV, PORT: '0', ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const exit = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { process: child, output: () => output, exit };
}

/** Where it listens, once it does. */
export async function addressOf(server: ServerProcess): Promise<string> {
  for (;;) {
    const [, address] = /running at (\S+)/.exec(server.output()) ?? [];
    if (address !== undefined) return address;
    const ended = await Promise.race([server.exit, once(server.process.stdout ?? server.process, 'data')]);
    if ('code' in ended) throw new Error(`the server ended: ${server.output()}`);
  }
}
