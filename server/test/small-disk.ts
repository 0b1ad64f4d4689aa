import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { emptyFolder } from './empty-folder.ts';

/** Whether this machine lets us mount a file system, which takes root. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-test-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

/** A real file system of so many MiB; gone when the test has finished. */
export function smallDisk(mebibytes: number) {
  const folder = emptyFolder();
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  if (status !== 0) throw new Error(`no file system can be mounted: ${stderr}`);
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const filler = join(folder, 'filler');
  return {
    dataDir,
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    /** Another program takes all the room there is. */
    fill: () => {
      const fd = openSync(filler, 'a');
      const bytes = randomFillSync(Buffer.alloc(64 * 1024));
      try {
        for (;;) writeSync(fd, bytes);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(fd);
      }
    },
    free: () => rmSync(filler, { force: true }),
  };
}
