import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Where the places of objects begin and end in byte order: no other store's do. */
export const OBJECT_PLACES = { from: 'frames-', to: 'frames.' };

/**
 * `frames-3f9a1c2b/2026-11-21/185519123-…`. By time, so that lists, the index over the rows and the sweep go from old to
 * new; then 128 random bits, so that no key is given twice and none can be guessed, should a bucket be open by mistake.
 */
export function newKey(folder: string, now: number): string {
  const [day = '', time = ''] = new Date(now).toISOString().split('T');
  return `${folder}/${day}/${time.replace(/\D/g, '')}-${randomBytes(16).toString('base64url')}`;
}

/** With the slash that ends it. */
export function folderOf(key: string): string {
  return key.slice(0, key.indexOf('/') + 1);
}

/** The folder of this database in whatever bucket: two in one bucket neither see nor sweep each other's frames. */
export async function ownFolder(kysely: Kysely<Schema>): Promise<string> {
  await kysely
    .insertInto('frame_folder')
    .values({ id: 1, name: `${OBJECT_PLACES.from}${randomBytes(4).toString('hex')}`, swept_to: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { name } = await kysely.selectFrom('frame_folder').select('name').executeTakeFirstOrThrow();
  return name;
}
