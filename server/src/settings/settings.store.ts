import type { Kysely, Selectable } from 'kysely';
import type { LastBackupTable, Schema } from '../db/schema.ts';

export type SettingsStore = {
  countPeople: () => Promise<number>;
  /** Of those who may come in. */
  countAdministrators: () => Promise<number>;
  lastBackup: () => Promise<Selectable<LastBackupTable> | undefined>;
};

export function createSettingsStore(kysely: Kysely<Schema>): SettingsStore {
  const admitted = () =>
    kysely
      .selectFrom('auth_user')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('suspendedAt', 'is', null);
  return {
    countPeople: async () => (await admitted().executeTakeFirstOrThrow()).count,
    countAdministrators: async () =>
      (await admitted().where('role', '=', 'administrator').executeTakeFirstOrThrow()).count,
    lastBackup: () => kysely.selectFrom('last_backup').selectAll().executeTakeFirst(),
  };
}
