import type { Database } from '../db/database.ts';
import type { FrameHome } from './frame-store.ts';
import { OBJECT_PLACES } from './objects/object-keys.ts';

/** Throws when rows or what is to be erased point to another store than the settings: it would look as if all were lost. */
export async function refuseFramesElsewhere({ kysely, dialect }: Database, { objectStore }: FrameHome): Promise<void> {
  const { from, to } = OBJECT_PLACES;
  const beside = dialect === 'postgres' ? 'database' : 'disk';
  const rows = kysely.selectFrom('detection').select('frame_place as place').limit(1);
  const erasures = kysely.selectFrom('frame_erasure').select('place').limit(1);
  const elsewhere =
    objectStore === undefined
      ? [
          rows.where('frame_place', '>=', from).where('frame_place', '<', to),
          erasures.where('place', '>=', from).where('place', '<', to),
        ]
      : [
          rows.where('frame_place', '<', from),
          rows.where('frame_place', '>=', to),
          erasures.where('place', '<', from),
          erasures.where('place', '>=', to),
        ];
  for (const query of elsewhere) {
    if ((await query.executeTakeFirst()) === undefined) continue;
    const [kept, set] = objectStore === undefined ? ['s3', beside] : [beside, 's3'];
    throw new Error(
      `frames were stored with FRAMES=${kept} and cannot be read with FRAMES=${set}. ` +
        `Start with FRAMES=${kept}, or with a new database.`,
    );
  }
}
