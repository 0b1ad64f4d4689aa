import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { emptyFolder } from './empty-folder.ts';

/** Whether this process can mount a file system, which needs root. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-test-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

/** Mounts a real file system of `mebibytes` MiB, which is removed when the test has finished. */
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
    /** Fills the remaining space, like another program. */
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
