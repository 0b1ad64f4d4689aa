import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { fixture } from './fixture.ts';

const agent = path.join(import.meta.dirname, '..');
const loader = path.join(agent, 'node_modules', 'tsx', 'dist', 'loader.mjs');

/** The command of a test program that replaces a camera or a detector. */
export const program = (name: string) => `${process.execPath} ${path.join(agent, 'test', 'programs', name)}`;

/** Makes a folder with a device key for one test. */
export function makeFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'vedette-agent-'));
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at('device.key'), 'device-key\n');
  return { at, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
export type Folder = ReturnType<typeof makeFolder>;

type ProcessOptions = { env?: Record<string, string>; limits?: string };

/**
 * Starts the agent's command as an installer types it.
 * @param options.limits options of the shell's ulimit
 */
export function startAgent(args: readonly string[], { env = {}, limits }: ProcessOptions = {}) {
  const command = [process.execPath, '--import', loader, path.join(agent, 'src', 'main.ts'), ...args];
  const limited = limits === undefined ? command : ['sh', '-c', `ulimit ${limits} && exec "$@"`, 'sh', ...command];
  const child = spawn(limited[0] ?? '', limited.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Waits until the output contains this text. */
    untilOutput: (text: string | RegExp) =>
      vi.waitFor(
        () =>
          expect(output).toEqual(
            typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
          ),
        {
          timeout: 110_000,
          interval: 20,
        },
      ),
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Runs a command to its end. */
export async function runAgent(args: readonly string[], options: ProcessOptions = {}) {
  const started = startAgent(args, options);
  const code = await started.ended;
  return { code, output: started.output() };
}

/** The arguments of `run` that all tests share, and the source. */
export function runArguments({ folder, server, source }: { folder: Folder; server: string; source: string }): string[] {
  const places = ['--server', server, '--key-file', folder.at('device.key'), '--outbox', folder.at('outbox')];
  return ['run', '--source', source, '--model', fixture('blobs.onnx'), ...places];
}
