import type { Insertable, Kysely } from 'kysely';
import type { ContactMessageTable, Schema } from '../db/schema.ts';

export type ContactStore = {
  /** Returns the id of the message. */
  insert: (message: Insertable<ContactMessageTable>) => Promise<number>;
};

export function contactStore(kysely: Kysely<Schema>): ContactStore {
  return {
    insert: async (message) => {
      const { id } = await kysely
        .insertInto('contact_message')
        .values(message)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
