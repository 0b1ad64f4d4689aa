import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';

/** The contents of a backup. */
export type Manifest = {
  dialect: Database['dialect'];
  /** ISO 8601. */
  madeAt: string;
  detections: number;
  frames: number;
  /** Where the frames are: in this backup, or in their bucket. */
  framesIn: 'backup' | 'bucket';
};

/** Lists the objects of a bucket that the backup's rows need; only when frames are stored in one. */
export const FRAME_LIST = 'frames-in-bucket.txt';

const MANIFEST = 'backup.json';

/** Written last, so that a folder without it is recognised as incomplete. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { flush: true });
}

export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) {
    throw new Error(`${folder} holds no whole backup: ${MANIFEST}, which is written last, is missing.`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** Refuses a folder that is not empty, so that nothing is overwritten and backups do not mix. */
export function refuseNonEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty. A backup goes into a folder of its own.`);
  }
}
