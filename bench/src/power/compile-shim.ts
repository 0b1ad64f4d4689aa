import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('./forget-unsynced.c', import.meta.url));

/** @returns the path of the library to preload; throws with the reason when there is no compiler */
export function compileShim(folder: string): string {
  const library = path.join(folder, 'forget-unsynced.so');
  const flags = ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror'];
  const { error, status, stderr } = spawnSync('cc', [...flags, '-o', library, SOURCE, '-ldl', '-lpthread'], {
    encoding: 'utf8',
  });
  if (error) throw new Error('No C compiler is installed (Debian: apt-get install gcc libc6-dev).');
  if (status !== 0) throw new Error(`The shim could not be compiled:\n${stderr}`);
  return library;
}
