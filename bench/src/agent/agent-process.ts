import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const AGENT = fileURLToPath(new URL('../../../agent', import.meta.url));
const LIMIT_MS = 120_000;

export type AgentProcess = {
  pid: number;
  said: () => string;
  /** The event ids that it has promised to deliver. */
  promised: () => string[];
  untilSays: (text: string) => Promise<void>;
  /** The exit code; null after a kill. */
  ended: Promise<number | null>;
  stop: () => Promise<number | null>;
  kill: () => Promise<number | null>;
};

/** Where a test program of the agent is, as a command. */
export function agentProgram(name: string): string {
  return `${process.execPath} ${path.join(AGENT, 'test', 'programs', name)}`;
}

/** The agent's command as an installer types it, in a process of its own. */
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
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  let over = false;
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      over = true;
      resolve(code);
    }),
  );
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid ?? 0,
    said: () => said,
    promised: () => [...said.matchAll(/reported .* as ([0-9a-f-]{36})\n/g)].map(([, id = '']) => id),
    untilSays: async (text) => {
      const deadline = performance.now() + LIMIT_MS;
      while (!said.includes(text)) {
        if (over || performance.now() > deadline)
          throw new Error(`The agent did not say '${text}':\n${said.slice(-2_000)}`);
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

/** A small camera and a detector that sees the same pistol in each of its pictures. */
export const stillPistol = {
  source: `exec:${agentProgram('still-camera.mjs')}`,
  model: `exec:${agentProgram('box-detector.mjs')}`,
};
