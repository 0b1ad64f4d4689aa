import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { lockDataFolder, openDataFolder } from '../data-folder.ts';
import { backUpEmbedded, refuseUsedFolder, restoreEmbedded } from './embedded.ts';
import type { Examined } from './examine.ts';
import { type Manifest, readManifest, refuseFilled, writeManifest } from './manifest.ts';
import { backUpPostgres, refuseUsedDatabase, restorePostgres } from './postgres.ts';
import type { Say } from './progress.ts';
import { copySessionSecret, refuseOtherSecret } from './session-secret-copy.ts';

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'objectStore'>;

/** Writes what these settings name into a new folder, while the server goes on, and reads it again. */
export async function backUp(options: {
  settings: Settings;
  folder: string;
  now: number;
  say: Say;
}): Promise<Examined> {
  const { settings, now, say } = options;
  const { dataDir, databaseUrl: url, objectStore } = settings;
  const backup = resolve(options.folder);
  refuseFilled(backup);
  // It holds accounts, keys and pictures: for its owner's eyes alone.
  openDataFolder(backup);
  const examined =
    url === undefined
      ? await backUpEmbedded({ dataDir, backup, objectStore, say })
      : await backUpPostgres({ url, backup, objectStore, say });
  copySessionSecret({ from: dataDir, to: backup });
  const { detections, frames } = examined;
  const dialect = url === undefined ? 'sqlite' : 'postgres';
  const framesIn = objectStore === undefined ? 'backup' : 'bucket';
  writeManifest(backup, { dialect, madeAt: new Date(now).toISOString(), detections, frames, framesIn });
  return examined;
}

/** Brings a backup back to where these settings point, where nothing may be yet, and reads everything again. */
export async function restore(options: { settings: Settings; folder: string; say: Say }): Promise<Examined> {
  const { settings, say } = options;
  const { dataDir, databaseUrl: url, objectStore } = settings;
  const backup = resolve(options.folder);
  const manifest = readManifest(backup);
  refuseOtherSetUp(manifest, settings);
  openDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    if (url === undefined) refuseUsedFolder(dataDir);
    else await refuseUsedDatabase(url);
    refuseOtherSecret({ backup, dataDir });
    copySessionSecret({ from: backup, to: dataDir });
    const examined =
      url === undefined
        ? await restoreEmbedded({ dataDir, backup, objectStore, say })
        : await restorePostgres({ url, backup, objectStore, say });
    refuseDifference(manifest, examined);
    return examined;
  } finally {
    lock.release();
  }
}

function refuseOtherSetUp({ dialect, framesIn }: Manifest, { databaseUrl: url, objectStore }: Settings) {
  if (dialect === 'postgres' && url === undefined) {
    throw new Error('This is a backup of a PostgreSQL database: set DATABASE_URL to an empty one.');
  }
  if (dialect === 'sqlite' && url !== undefined) {
    throw new Error('This is a backup of the embedded database: it cannot be restored to DATABASE_URL.');
  }
  if (framesIn === 'bucket' && objectStore === undefined) {
    throw new Error('The frames of this backup are in a bucket: set FRAMES=s3 and the settings of the bucket.');
  }
  if (framesIn === 'backup' && objectStore !== undefined) {
    throw new Error('The frames of this backup are in it: it cannot be restored with FRAMES=s3.');
  }
}

function refuseDifference(manifest: Manifest, { detections, frames }: Examined) {
  if (detections === manifest.detections && frames === manifest.frames) return;
  throw new Error(
    `Restored were ${detections} detections and ${frames} frames; the backup has ${manifest.detections} and ${manifest.frames}.`,
  );
}
