import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { lockDataFolder, openDataFolder } from '../data-folder.ts';
import { databaseAddress, openDatabase } from '../db/database.ts';
import { type Counts, recordBackup } from './backup.store.ts';
import { backUpEmbedded, refuseUsedFolder, restoreEmbedded } from './embedded.ts';
import { type Manifest, readManifest, refuseNonEmpty, writeManifest } from './manifest.ts';
import { backUpPostgres, refuseUsedDatabase, restorePostgres } from './postgres.ts';
import type { Print } from './progress.ts';
import { copySessionSecret, refuseOtherSecret } from './session-secret-copy.ts';
import type { Verified } from './verify.ts';

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'objectStore'>;

/** Writes a backup of these settings' data into a new folder while the server runs, and verifies it. */
export async function backUp(options: {
  settings: Settings;
  folder: string;
  now: number;
  print: Print;
}): Promise<Verified> {
  const { settings, now, print } = options;
  const { dataDir, databaseUrl: url, objectStore } = settings;
  const backup = resolve(options.folder);
  refuseNonEmpty(backup);
  // A backup holds accounts, keys and pictures, so that only its owner may read it.
  openDataFolder(backup);
  const verified =
    url === undefined
      ? await backUpEmbedded({ dataDir, backup, objectStore, print })
      : await backUpPostgres({ url, backup, objectStore, print });
  copySessionSecret({ from: dataDir, to: backup });
  const { detections, frames } = verified;
  const dialect = url === undefined ? 'sqlite' : 'postgres';
  const framesIn = objectStore === undefined ? 'backup' : 'bucket';
  writeManifest(backup, { dialect, madeAt: new Date(now).toISOString(), detections, frames, framesIn });
  return verified;
}

/** Records a backup that has succeeded in the database that it is of, where servers read it. */
export async function recordSuccess(options: { settings: Settings; counts: Counts; now: number }): Promise<void> {
  const { dataDir, databaseUrl } = options.settings;
  const database = openDatabase(databaseAddress(dataDir, databaseUrl), { mustExist: true });
  try {
    await recordBackup(database.kysely, options.counts, options.now);
  } finally {
    await database.close();
  }
}

/** Restores a backup to the empty destination of these settings, and verifies it. */
export async function restore(options: { settings: Settings; folder: string; print: Print }): Promise<Verified> {
  const { settings, print } = options;
  const { dataDir, databaseUrl: url, objectStore } = settings;
  const backup = resolve(options.folder);
  const manifest = readManifest(backup);
  refuseOtherSetup(manifest, settings);
  openDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    if (url === undefined) refuseUsedFolder(dataDir);
    else await refuseUsedDatabase(url);
    refuseOtherSecret({ backup, dataDir });
    copySessionSecret({ from: backup, to: dataDir });
    const verified =
      url === undefined
        ? await restoreEmbedded({ dataDir, backup, objectStore, print })
        : await restorePostgres({ url, backup, objectStore, print });
    refuseDifference(manifest, verified);
    return verified;
  } finally {
    lock.release();
  }
}

function refuseOtherSetup({ dialect, framesIn }: Manifest, { databaseUrl: url, objectStore }: Settings) {
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

function refuseDifference(manifest: Manifest, { detections, frames }: Verified) {
  if (detections === manifest.detections && frames === manifest.frames) return;
  throw new Error(
    `Restored were ${detections} detections and ${frames} frames; the backup has ${manifest.detections} and ${manifest.frames}.`,
  );
}
