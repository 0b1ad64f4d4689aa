import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../db/database.ts';
import { createSegmentReader } from '../frames/segments/segment-reader.ts';
import type { ObjectStoreSettings } from '../object-store-settings.ts';
import { countAll, forgetErasures } from './backup.store.ts';
import { checkFrames } from './check-frames.ts';
import { copyFrames } from './copy-frames.ts';
import { type Examined, examine } from './examine.ts';
import { listFrames } from './list-frames.ts';
import { FRAME_LIST } from './manifest.ts';
import { progress, type Say } from './progress.ts';

const DATABASE = 'vedette.db';
const FRAMES = 'frames';

type Parts = {
  dataDir: string;
  backup: string;
  /** Absent: frames are in the data folder. */
  objectStore: ObjectStoreSettings | undefined;
  say: Say;
};

/** Copies database and frames of a data folder, whether or not a server runs on it. @returns what was written, read again */
export async function backUpEmbedded({ dataDir, backup, objectStore, say }: Parts): Promise<Examined> {
  if (!existsSync(join(dataDir, DATABASE)))
    throw new Error(`There is no ${DATABASE} in ${dataDir}: is DATA_DIR right?`);
  const live = openDatabase({ dialect: 'sqlite', file: join(dataDir, DATABASE) });
  const file = join(backup, DATABASE);
  const directory = join(backup, FRAMES);
  try {
    say('Copying the database');
    // One moment of it, and without the deleted: a server goes on writing meanwhile.
    if (live.dialect === 'sqlite') live.sqlite.prepare('vacuum into ?').run(file);
    const copy = openDatabase({ dialect: 'sqlite', file });
    try {
      if (objectStore === undefined) {
        await copyEveryFrame({ live, copy, from: join(dataDir, FRAMES), directory, say });
        await forgetErasures(copy.kysely);
      } else {
        await listFrames(copy.kysely, join(backup, FRAME_LIST));
      }
      // In a bucket they are compared with the rows as they are now: what has been deleted since is rightly gone.
      const { kysely, dialect } = objectStore === undefined ? copy : live;
      const frames = checkFrames({ kysely, dialect, frameLocation: { directory, objectStore } });
      return await examine({ kysely: copy.kysely, frames, say });
    } finally {
      await copy.close();
      syncFile(file);
    }
  } finally {
    await live.close();
  }
}

async function copyEveryFrame(options: { live: Database; copy: Database; from: string; directory: string; say: Say }) {
  const { live, copy, from, directory, say } = options;
  const { frames } = await countAll(copy.kysely);
  say(`Copying ${frames.toLocaleString('en')} frames`);
  const reader = createSegmentReader({ directory: from, now: Date.now });
  try {
    const onCopied = progress({ say, of: frames, what: 'frames' });
    const damaged = await copyFrames({ live, reader, copy, directory, onCopied });
    if (damaged.length > 0) say(`Damaged before the backup, without their frames in it: ${damaged.join(', ')}`);
  } finally {
    await reader.close();
  }
}

/** @throws when the data folder holds anything of a server's */
export function refuseUsedFolder(dataDir: string): void {
  const there = [DATABASE, FRAMES].filter((name) => existsSync(join(dataDir, name)));
  if (there.length > 0)
    throw new Error(`${dataDir} holds ${there.join(' and ')} already: set DATA_DIR to a new folder.`);
}

/** The database comes last: a server that is started too early finds none of it, instead of half. */
export async function restoreEmbedded({ dataDir, backup, objectStore, say }: Parts): Promise<Examined> {
  const directory = join(dataDir, FRAMES);
  if (objectStore === undefined) copySegments({ from: join(backup, FRAMES), to: directory, say });
  say('Copying the database');
  const file = join(dataDir, DATABASE);
  copyDurably(join(backup, DATABASE), `${file}.part`);
  renameSync(`${file}.part`, file);
  const restored = openDatabase({ dialect: 'sqlite', file });
  try {
    const frames = checkFrames({ ...restored, frameLocation: { directory, objectStore } });
    return await examine({ kysely: restored.kysely, frames, say });
  } finally {
    await restored.close();
  }
}

function copySegments({ from, to, say }: { from: string; to: string; say: Say }) {
  mkdirSync(to);
  const segments = readdirSync(from);
  say(`Copying ${segments.length} files of frames`);
  const count = progress({ say, of: segments.length, what: 'files' });
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
