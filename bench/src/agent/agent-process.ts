import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const AGENT = fileURLToPath(new URL('../../../agent', import.meta.url));
const LIMIT_MS = 120_000;

export type AgentProcess = {
  pid: number;
  output: () => string;
  /** The event ids that the agent has logged as reported. */
  reportedIds: () => string[];
  untilOutput: (text: string) => Promise<void>;
  /** The exit code; null after a kill. */
  ended: Promise<number | null>;
  stop: () => Promise<number | null>;
  kill: () => Promise<number | null>;
};

/** The command of a test program of the agent. */
export function agentProgram(name: string): string {
  return `${process.execPath} ${path.join(AGENT, 'test', 'programs', name)}`;
}

/** Starts the agent's command as an installer types it. */
export function startAgent(
  args: readonly string[],
  { preload = [], environment = {} }: { preload?: readonly string[]; environment?: NodeJS.ProcessEnv } = {},
): AgentProcess {
  const loader = path.join(AGENT, 'node_modules', 'tsx', 'dist', 'loader.mjs');
  const imports = [loader, ...preload].flatMap((it) => ['--import', it]);
  const child = spawn(process.execPath, [...imports, path.join(AGENT, 'src', 'main.ts'), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      hasEnded = true;
      resolve(code);
    }),
  );
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    reportedIds: () => [...output.matchAll(/reported .* as ([0-9a-f-]{36})\n/g)].map(([, id = '']) => id),
    untilOutput: async (text) => {
      const deadline = performance.now() + LIMIT_MS;
      while (!output.includes(text)) {
        if (hasEnded || performance.now() > deadline)
          throw new Error(`The agent did not print '${text}':\n${output.slice(-2_000)}`);
        await sleep(20);
      }
    },
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

export type AgentRun = {
  folder: string;
  /** The server's address. */
  server: string;
  /** The device's key. */
  key: string;
  source: string;
  /** An ONNX file, or `exec:` and a program. */
  model: string;
  outbox?: string;
};

/** The arguments of `run`; the key is written into the folder. */
export function runArguments({ folder, server, key, source, model, outbox }: AgentRun): string[] {
  const keyFile = path.join(folder, 'device.key');
  writeFileSync(keyFile, `${key}\n`);
  const detector = model.startsWith('exec:') ? ['--detector', model] : ['--model', model];
  const places = ['--server', server, '--key-file', keyFile, '--outbox', outbox ?? path.join(folder, 'outbox')];
  return ['run', '--source', source, ...detector, ...places];
}

/** A small camera, and a detector that finds the same pistol in each of its pictures. */
export const stillPistol = {
  source: `exec:${agentProgram('still-camera.mjs')}`,
  model: `exec:${agentProgram('box-detector.mjs')}`,
};
