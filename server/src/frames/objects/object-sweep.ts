import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { FrameLog } from '../frame-store.ts';
import { CRASH_ORPHANS_MAX, ORPHAN_AGE_MS } from '../orphan-age.ts';
import { yieldUntilSettled } from '../yield-until-settled.ts';
import { LIST_LIMIT, type ObjectStore } from './object-store.ts';

export type SweepOptions = {
  kysely: Kysely<Schema>;
  store: ObjectStore;
  folder: string;
  log: FrameLog;
  now: () => number;
};

/**
 * Removes objects without rows, from where any server's last sweep ended up to those that may still get a row. No
 * object is checked twice, so that a sweep costs a list request now and then, however many frames there are.
 */
export async function* sweepOrphans({ kysely, store, folder, log, now }: SweepOptions): AsyncGenerator<unknown> {
  for (;;) {
    const { swept_to } = await kysely.selectFrom('frame_folder').select('swept_to').executeTakeFirstOrThrow();
    const listed = yield* yieldUntilSettled(store.list({ prefix: `${folder}/`, after: swept_to }));
    const young = listed.findIndex(({ storedAt }) => storedAt > now() - ORPHAN_AGE_MS);
    const old = young === -1 ? listed : listed.slice(0, young);
    const last = old.at(-1);
    if (last === undefined) return;

    const used = await kysely
      .selectFrom('detection')
      .select('frame_place')
      .where('frame_place', '>', swept_to)
      .where('frame_place', '<=', last.key)
      .execute();
    const places = new Set(used.map(({ frame_place }) => frame_place));
    const orphans = old.map(({ key }) => key).filter((key) => !places.has(key));
    if (orphans.length > CRASH_ORPHANS_MAX) {
      log('error', 'Frames have no rows, more than a crash explains: none was removed', {
        frames: orphans.length,
        folder,
      });
      return;
    }
    if (orphans.length > 0) {
      yield* yieldUntilSettled(store.remove(orphans));
      log('info', 'Frames without rows were removed', { frames: orphans.length, folder });
    }
    await kysely.updateTable('frame_folder').set({ swept_to: last.key }).where('swept_to', '<', last.key).execute();
    if (old.length < LIST_LIMIT) return;
  }
}
