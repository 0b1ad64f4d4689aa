import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export type ServerProcess = {
  process: ChildProcess;
  /** Its output so far, stdout and stderr. */
  output: () => string;
  exit: Promise<{ code: number | null; signal: string | null }>;
};

/**
 * Starts the built server in a separate process, which is stopped when the test has finished.
 * @param program the program of another build
 */
export function startServer(settings: Record<string, string>, program = built('main')): ServerProcess {
  return startProgram(program, [], { PORT: '0', ...settings });
}

/** Runs another program of the build to its end. */
export async function runBuilt(name: string, args: readonly string[], settings: Record<string, string>) {
  const { exit, output } = startProgram(built(name), args, settings);
  return { code: (await exit).code, output: output() };
}

function built(name: string): string {
  return fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
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

/** Resolves with its address when it listens. */
export async function addressOf(server: ServerProcess): Promise<string> {
  for (;;) {
    const [, address] = /running at (\S+)/.exec(server.output()) ?? [];
    if (address !== undefined) return address;
    const ended = await Promise.race([server.exit, once(server.process.stdout ?? server.process, 'data')]);
    if ('code' in ended) throw new Error(`the server ended: ${server.output()}`);
  }
}
