import { copyFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { MARK_FILE } from './committed-mark.ts';
import { listSegments, segmentFile, segmentName } from './segment-files.ts';
import { endOfSegment, hasLiveFrames } from './segment-rows.ts';

export type SetAside = { files: number; bytes: number };

/**
 * Moves the frames without rows into a folder: whole files when no row points into them, and a copy of each file with
 * bytes after its last row. The mark is removed too, so that the next start accepts the database.
 */
export async function setAside(options: {
  kysely: Kysely<Schema>;
  directory: string;
  folder: string;
}): Promise<SetAside> {
  const { kysely, directory, folder } = options;
  mkdirSync(folder, { recursive: true });
  const done = { files: 0, bytes: 0 };
  for (const segment of listSegments(directory)) {
    const file = segmentFile(directory, segment);
    const { size } = statSync(file);
    const aside = join(folder, `${segmentName(segment)}.seg`);
    const rowsEnd = await endOfSegment(kysely, segment);
    if (!(await hasLiveFrames(kysely, segment))) renameSync(file, aside);
    else if (size > rowsEnd) copyFileSync(file, aside);
    else continue;
    done.files += 1;
    done.bytes += size;
  }
  rmSync(join(directory, MARK_FILE), { force: true });
  return done;
}
