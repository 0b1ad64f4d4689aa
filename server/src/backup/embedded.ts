import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../db/database.ts';
import { createSegmentReader } from '../frames/segments/segment-reader.ts';
import type { ObjectStoreSettings } from '../object-store-settings.ts';
import { countAll, deleteErasures } from './backup.store.ts';
import { checkFrames } from './check-frames.ts';
import { copyFrames } from './copy-frames.ts';
import { listFrames } from './list-frames.ts';
import { FRAME_LIST } from './manifest.ts';
import { type Print, progress } from './progress.ts';
import { type Verified, verify } from './verify.ts';

const DATABASE = 'vedette.db';
const FRAMES = 'frames';

type Parts = {
  dataDir: string;
  backup: string;
  /** Absent: frames are in the data folder. */
  objectStore: ObjectStoreSettings | undefined;
  print: Print;
};

/**
 * Copies the database and frames of a data folder, whether or not a server uses it.
 * @returns the verified counts
 */
export async function backUpEmbedded({ dataDir, backup, objectStore, print }: Parts): Promise<Verified> {
  if (!existsSync(join(dataDir, DATABASE)))
    throw new Error(`There is no ${DATABASE} in ${dataDir}: is DATA_DIR right?`);
  const live = openDatabase({ dialect: 'sqlite', file: join(dataDir, DATABASE) }, { mustExist: true });
  const file = join(backup, DATABASE);
  const directory = join(backup, FRAMES);
  try {
    print('Copying the database');
    // `vacuum into` copies one snapshot, without deleted rows, while a server writes.
    if (live.dialect === 'sqlite') live.sqlite.prepare('vacuum into ?').run(file);
    const copy = openDatabase({ dialect: 'sqlite', file });
    try {
      if (objectStore === undefined) {
        await copyEveryFrame({ live, copy, from: join(dataDir, FRAMES), directory, print });
        await deleteErasures(copy.kysely);
      } else {
        await listFrames(copy.kysely, join(backup, FRAME_LIST));
      }
      // Frames in a bucket are compared with the current rows, because those deleted since are rightly missing.
      const { kysely, dialect } = objectStore === undefined ? copy : live;
      const frames = checkFrames({ kysely, dialect, frameLocation: { directory, objectStore } });
      return await verify({ kysely: copy.kysely, frames, print });
    } finally {
      await copy.close();
      syncFile(file);
    }
  } finally {
    await live.close();
  }
}

async function copyEveryFrame(options: {
  live: Database;
  copy: Database;
  from: string;
  directory: string;
  print: Print;
}) {
  const { live, copy, from, directory, print } = options;
  const { frames } = await countAll(copy.kysely);
  print(`Copying ${frames.toLocaleString('en')} frames`);
  const reader = createSegmentReader({ directory: from, now: Date.now });
  try {
    const onCopied = progress({ print, of: frames, what: 'frames' });
    const damaged = await copyFrames({ live, reader, copy, directory, onCopied });
    if (damaged.length > 0) print(`Damaged before the backup, without their frames in it: ${damaged.join(', ')}`);
  } finally {
    await reader.close();
  }
}

/** @throws when the data folder holds a database or frames */
export function refuseUsedFolder(dataDir: string): void {
  const there = [DATABASE, FRAMES].filter((name) => existsSync(join(dataDir, name)));
  if (there.length > 0)
    throw new Error(`${dataDir} holds ${there.join(' and ')} already: set DATA_DIR to a new folder.`);
}

/** The database is copied last, so that a server which is started too early finds none instead of an incomplete one. */
export async function restoreEmbedded({ dataDir, backup, objectStore, print }: Parts): Promise<Verified> {
  const directory = join(dataDir, FRAMES);
  if (objectStore === undefined) copySegments({ from: join(backup, FRAMES), to: directory, print });
  print('Copying the database');
  const file = join(dataDir, DATABASE);
  copyDurably(join(backup, DATABASE), `${file}.part`);
  renameSync(`${file}.part`, file);
  const restored = openDatabase({ dialect: 'sqlite', file });
  try {
    const frames = checkFrames({ ...restored, frameLocation: { directory, objectStore } });
    return await verify({ kysely: restored.kysely, frames, print });
  } finally {
    await restored.close();
  }
}

function copySegments({ from, to, print }: { from: string; to: string; print: Print }) {
  mkdirSync(to);
  const segments = readdirSync(from);
  print(`Copying ${segments.length} files of frames`);
  const count = progress({ print, of: segments.length, what: 'files' });
  for (const [index, name] of segments.entries()) {
    copyDurably(join(from, name), join(to, name));
    count(index + 1);
  }
}

function copyDurably(from: string, to: string) {
  copyFileSync(from, to);
  syncFile(to);
}

function syncFile(file: string) {
  const fd = openSync(file, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
