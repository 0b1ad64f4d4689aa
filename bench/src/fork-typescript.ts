import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a program of the bench in a separate process, which ends when its channel to this process closes. */
export function forkTypeScript(program: URL, args: string[] = []): ChildProcess {
  return fork(fileURLToPath(program), args, { execArgv: ['--import', import.meta.resolve('tsx')] });
}
