import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const START_LIMIT_MS = 30_000;

export type ServerProcess = {
  /** The address that the demo calls, on this machine. */
  url: string;
  /** Aborted when the server has ended for any reason. */
  ended: AbortSignal;
  stop: () => Promise<void>;
  /** Kills the server with SIGKILL. */
  kill: () => Promise<void>;
  pid: number;
  exitCode: () => number;
};

/** Starts the same server as `npm start`, as a child in the same process group. Resolves when it answers. */
export async function startServer(options: {
  port: number;
  dataDir: string;
  environment: NodeJS.ProcessEnv;
  /** Arguments of Node; absent: the built product. */
  program?: readonly string[] | undefined;
}): Promise<ServerProcess> {
  const logFile = path.join(options.dataDir, 'server.log');
  const child = spawnServer(options, logFile);
  const ended = new AbortController();
  const exited = once(child, 'exit').then(() => ended.abort());
  const url = `http://127.0.0.1:${options.port}`;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  const stop = () => end('SIGTERM');
  const kill = () => end('SIGKILL');
  if (!(await untilHealthy(url, ended.signal))) {
    await stop();
    throw new Error(`The server did not start:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
  }
  return { url, ended: ended.signal, stop, kill, pid: child.pid ?? 0, exitCode: () => child.exitCode ?? 1 };
}

function spawnServer(options: Parameters<typeof startServer>[0], logFile: string): ChildProcess {
  const log = openSync(logFile, 'w');
  const env = { ...options.environment, PORT: String(options.port), DATA_DIR: options.dataDir };
  const child = spawn(process.execPath, options.program ?? [SERVER], { stdio: ['ignore', log, log], env });
  closeSync(log);
  return child;
}

async function untilHealthy(url: string, ended: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && !ended.aborted) {
    const healthy = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    // Another server on this port could answer while ours has failed to start.
    if (healthy) return !ended.aborted;
    await sleep(50);
  }
  return false;
}
