import { statfsSync } from 'node:fs';

export type DiskSpace = { freeBytes: number; totalBytes: number };

/** Of the disk on which a folder is. Null: the folder is missing, which the health check reports. */
export function diskSpace(folder: string): DiskSpace | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
