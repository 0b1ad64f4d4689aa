import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { FrameLog } from '../frame-store.ts';
import { ORPHAN_AGE_MS, ORPHANS_OF_A_CRASH } from '../orphan-age.ts';
import { emptyStepsUntil } from '../while-pending.ts';
import { LIST_LIMIT, type ObjectStore } from './object-store.ts';

export type SweepOptions = {
  kysely: Kysely<Schema>;
  store: ObjectStore;
  folder: string;
  log: FrameLog;
  now: () => number;
};

/**
 * Removes objects whose row never came, from where the last sweep of any server ended up to those that may still get
 * one. Nothing old is ever looked at twice, so it costs one list now and then, however many frames there are.
 */
export async function* sweepOrphans({ kysely, store, folder, log, now }: SweepOptions): AsyncGenerator<unknown> {
  for (;;) {
    const { swept_to } = await kysely.selectFrom('frame_folder').select('swept_to').executeTakeFirstOrThrow();
    const listed = yield* emptyStepsUntil(store.list({ prefix: `${folder}/`, after: swept_to }));
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
    if (orphans.length > ORPHANS_OF_A_CRASH) {
      log('error', 'Frames have no rows, more than a crash explains: none was removed', {
        frames: orphans.length,
        folder,
      });
      return;
    }
    if (orphans.length > 0) {
      yield* emptyStepsUntil(store.remove(orphans));
      log('info', 'Frames without rows were removed', { frames: orphans.length, folder });
    }
    await kysely.updateTable('frame_folder').set({ swept_to: last.key }).where('swept_to', '<', last.key).execute();
    if (old.length < LIST_LIMIT) return;
  }
}
