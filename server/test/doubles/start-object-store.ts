import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startObjectStore as start } from '../../../scripts/setup/object-store.mjs';
import { readConfig } from '../../src/config.ts';
import { emptyFolder } from '../data/empty-folder.ts';
import type { FreshDatabase } from '../data/on-both-databases.ts';

/** Starts an S3-compatible server with an empty bucket, which is removed when the test has finished. */
export async function startObjectStore() {
  const directory = emptyFolder();
  const first = await start({ directory });
  let running: typeof first | undefined = first;
  async function stop() {
    await running?.stop();
    running = undefined;
  }
  onTestFinished(stop);
  return {
    settings: settingsFrom(first.settings),
    /** The same settings for a server process. */
    environment: first.settings,
    /** The keys in its bucket, in order. */
    keys: () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .flatMap((file) => first.keyOf(file) ?? [])
        .sort(),
    fileOf: (key: string) => join(directory, first.fileOf(key)),
    stop,
    /** Restarts it at the same address with the same objects. */
    startAgain: async () => {
      running = await start({ directory, port: first.port });
    },
  };
}

/** A database with a new object store for its frames. */
export function withObjectStore(fresh: FreshDatabase): FreshDatabase {
  return async () => {
    const { settings } = await startObjectStore();
    return { ...(await fresh()), objectStore: settings };
  };
}

function settingsFrom(environment: Record<string, string>) {
  const read = readConfig(environment);
  const objectStore = 'config' in read ? read.config.objectStore : undefined;
  if (objectStore === undefined) throw new Error('these are no settings of an object store');
  return objectStore;
}
