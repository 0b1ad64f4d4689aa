import type { ControlledTransaction } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** One moment of the database to read from, whatever is written meanwhile; to be ended, or closing the database waits for it. */
export async function openSnapshot({ kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>): Promise<{
  snapshot: ControlledTransaction<Schema>;
  end: () => Promise<void>;
}> {
  const begin = kysely.startTransaction();
  const snapshot = await (dialect === 'postgres' ? begin.setIsolationLevel('repeatable read') : begin).execute();
  return {
    snapshot,
    end: async () => {
      // When the connection was lost, so was the snapshot.
      await snapshot
        .rollback()
        .execute()
        .catch(() => {});
    },
  };
}
