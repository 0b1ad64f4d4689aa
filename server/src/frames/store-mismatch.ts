import type { Database } from '../db/database.ts';
import type { FrameLocation } from './frame-store.ts';
import { OBJECT_PLACES } from './objects/object-keys.ts';

/** Throws when rows or queued erasures point to another store than the settings, because all frames would seem lost. */
export async function refuseStoreMismatch(
  { kysely, dialect }: Database,
  { objectStore }: FrameLocation,
): Promise<void> {
  const { from, to } = OBJECT_PLACES;
  const beside = dialect === 'postgres' ? 'database' : 'disk';
  const rows = kysely.selectFrom('detection').select('frame_place as place').limit(1);
  const erasures = kysely.selectFrom('frame_erasure').select('place').limit(1);
  const mismatches =
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
  for (const query of mismatches) {
    if ((await query.executeTakeFirst()) === undefined) continue;
    const [kept, set] = objectStore === undefined ? ['s3', beside] : [beside, 's3'];
    throw new Error(
      `frames were stored with FRAMES=${kept} and cannot be read with FRAMES=${set}. ` +
        `Start with FRAMES=${kept}, or with a new database.`,
    );
  }
}
