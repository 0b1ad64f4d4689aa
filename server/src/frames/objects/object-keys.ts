import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** The range of object places in byte order; places of other stores are outside. */
export const OBJECT_PLACES = { from: 'frames-', to: 'frames.' };

/**
 * `frames-3f9a1c2b/2026-11-21/185519123-…`. Ordered by time, so that lists, the index over the rows and the sweep go
 * from old to new. The 128 random bits make keys unique and impossible to guess, in case a bucket is public by mistake.
 */
export function newKey(folder: string, now: number): string {
  const [day = '', time = ''] = new Date(now).toISOString().split('T');
  return `${folder}/${day}/${time.replace(/\D/g, '')}-${randomBytes(16).toString('base64url')}`;
}

/** Includes the trailing slash. */
export function folderOf(key: string): string {
  return key.slice(0, key.indexOf('/') + 1);
}

/** The folder of this database in a bucket, so that several databases in one bucket do not see or sweep each other's frames. */
export async function ownFolder(kysely: Kysely<Schema>): Promise<string> {
  await kysely
    .insertInto('frame_folder')
    .values({ id: 1, name: `${OBJECT_PLACES.from}${randomBytes(4).toString('hex')}`, swept_to: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { name } = await kysely.selectFrom('frame_folder').select('name').executeTakeFirstOrThrow();
  return name;
}
