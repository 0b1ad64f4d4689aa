import type { Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { LastBackupTable } from '../db/schema.ts';

export type SettingsStore = {
  countPeople: () => Promise<number>;
  /** Of those who may come in. */
  countAdministrators: () => Promise<number>;
  /** The mail addresses of those who may come in, in order. */
  administratorsWithoutSecondFactor: () => Promise<string[]>;
  lastBackup: () => Promise<Selectable<LastBackupTable> | undefined>;
};

export function createSettingsStore({ kysely, dialect }: Database): SettingsStore {
  const admitted = () =>
    kysely
      .selectFrom('auth_user')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('suspendedAt', 'is', null);
  return {
    countPeople: async () => (await admitted().executeTakeFirstOrThrow()).count,
    countAdministrators: async () =>
      (await admitted().where('role', '=', 'administrator').executeTakeFirstOrThrow()).count,
    administratorsWithoutSecondFactor: async () => {
      const lacking = await kysely
        .selectFrom('auth_user')
        .select('email')
        .where('role', '=', 'administrator')
        .where('suspendedAt', 'is', null)
        .where('twoFactorEnabled', '=', dialect === 'sqlite' ? 0 : false)
        .orderBy('email')
        .execute();
      return lacking.map(({ email }) => email);
    },
    lastBackup: () => kysely.selectFrom('last_backup').selectAll().executeTakeFirst(),
  };
}
