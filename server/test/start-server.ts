import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export type ServerProcess = {
  process: ChildProcess;
  /** What it has written so far, on both outputs. */
  output: () => string;
  exit: Promise<{ code: number | null; signal: string | null }>;
};

/**
 * The built server as a process of its own, gone when the test has finished.
 * @param program another build than the one beside the sources
 */
export function startServer(settings: Record<string, string>, program = built('main')): ServerProcess {
  return startProgram(program, [], { PORT: '0', ...settings });
}

/** Another program of the build beside the sources, run to its end. */
export async function runBuilt(name: string, args: readonly string[], settings: Record<string, string>) {
  const { exit, output } = startProgram(built(name), args, settings);
  return { code: (await exit).code, output: output() };
}

function built(name: string): string {
  return fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
}

function startProgram(program: string, args: readonly string[], settings: Record<string, string>): ServerProcess {
  const { PATH, NODE_ENV } = process.env;
  const child = spawn(process.execPath, [program, ...args], { env: { PATH, NODE_ENV, ...settings } });
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
