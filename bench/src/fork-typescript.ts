import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program of the bench as a process of its own; it ends when its channel to us does, at the latest with us. */
export function forkTypeScript(program: URL, args: string[] = []): ChildProcess {
  return fork(fileURLToPath(program), args, { execArgv: ['--import', import.meta.resolve('tsx')] });
}
