import type { Insertable, Kysely } from 'kysely';
import type { ContactMessageTable, Schema } from '../db/schema.ts';

export type ContactStore = { insert: (message: Insertable<ContactMessageTable>) => Promise<void> };

export function contactStore(kysely: Kysely<Schema>): ContactStore {
  return {
    insert: async (message) => {
      await kysely.insertInto('contact_message').values(message).execute();
    },
  };
}
