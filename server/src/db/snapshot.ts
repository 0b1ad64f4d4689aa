import type { ControlledTransaction } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Opens a read snapshot that concurrent writes do not change. Closing the database waits until it is ended. */
export async function openSnapshot({ kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>): Promise<{
  snapshot: ControlledTransaction<Schema>;
  end: () => Promise<void>;
}> {
  const begin = kysely.startTransaction();
  const snapshot = await (dialect === 'postgres' ? begin.setIsolationLevel('repeatable read') : begin).execute();
  return {
    snapshot,
    end: async () => {
      // After a lost connection there is nothing to roll back.
      await snapshot
        .rollback()
        .execute()
        .catch(() => {});
    },
  };
}
