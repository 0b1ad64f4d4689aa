import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type AuditActor, appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { AuthPasskeyTable } from '../../db/tables/second-factor.ts';
import { apiError } from '../../http/errors.ts';
import { lockAccount, noteSecondFactor } from './note-second-factor.ts';

export type PasskeyRow = Pick<AuthPasskeyTable, 'id' | 'name' | 'createdAt' | 'lastUsedAt' | 'credentialID'>;

export type SecondFactors = {
  /** Null until an app was confirmed. */
  authenticator: { secret: string; recoveryCodes: string } | null;
  passkeys: readonly PasskeyRow[];
};

type By = { by: AuditActor };
/** `required`: throws CONFLICT when it is the last second factor. */
type Removal = By & { required: boolean };

/** Each change is recorded in the audit log. */
export type SecondFactorStore = {
  find: (userId: string) => Promise<SecondFactors>;
  /** Keeps the secret of an app that is being set up. Returns false when the person has an app already. */
  begin: (userId: string, secret: string) => Promise<boolean>;
  /** The secret of the app that is being set up. */
  secretToConfirm: (userId: string) => Promise<string | undefined>;
  /** Ends the other sessions, which have passed no second factor. Returns false when no app is being set up. */
  confirm: (
    userId: string,
    confirmed: By & { step: number; recoveryCodes: string; keepSession: string },
  ) => Promise<boolean>;
  /** After a passkey was added: they may have passed no second factor. */
  endOtherSessions: (userId: string, keepSession: string) => Promise<void>;
  /** Returns false when the person has no app. */
  replaceRecoveryCodes: (userId: string, change: By & { recoveryCodes: string }) => Promise<boolean>;
  removeAuthenticator: (userId: string, removal: Removal) => Promise<boolean>;
  removePasskey: (userId: string, removal: Removal & { id: string }) => Promise<boolean>;
  /** Notes the time step of a code that is about to be accepted. Returns false when it or a later one was used before. */
  useStep: (userId: string, step: number) => Promise<boolean>;
  /** The mail address of the person who has the passkey. */
  ownerOf: (credentialId: string) => Promise<string | undefined>;
  notePasskeyUse: (credentialId: string, at: number) => Promise<void>;
};

export function secondFactorStore({ kysely, dialect }: Database): SecondFactorStore {
  const truth = (value: boolean) => (dialect === 'sqlite' ? Number(value) : value);
  const apps = (on: Kysely<Schema> = kysely) => on.selectFrom('auth_two_factor');

  /** Changes rows of the person and records it, unless there was nothing to change. */
  function change(
    userId: string,
    { write, ...entry }: { write: (on: Kysely<Schema>) => Promise<object | undefined> } & Entry,
    { required = false } = {},
  ): Promise<boolean> {
    return kysely.transaction().execute(async (transaction) => {
      const email = await lockAccount(transaction, userId);
      const row = await write(transaction);
      if (row === undefined) return false;
      const hasOne = await noteSecondFactor(transaction, userId);
      if (required && !hasOne) throw apiError('CONFLICT', 'Your role needs a second factor: set up another one first');
      await appendAudit(transaction, {
        ...{ kind: entry.kind, actor: entry.by, subject: `account:${email}` },
        details: { account: userId, ...('name' in row && { passkey: row.name }) },
      });
      return true;
    });
  }

  return {
    async find(userId) {
      const app = await apps()
        .select(['secret', 'backupCodes'])
        .where('userId', '=', userId)
        .where('verified', '=', truth(true))
        .executeTakeFirst();
      const passkeys = await kysely
        .selectFrom('auth_passkey')
        .select(['id', 'name', 'createdAt', 'lastUsedAt', 'credentialID'])
        .where('userId', '=', userId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      return { authenticator: app ? { secret: app.secret, recoveryCodes: app.backupCodes } : null, passkeys };
    },

    async begin(userId, secret) {
      const row = await kysely
        .insertInto('auth_two_factor')
        .values({ ...{ id: randomUUID(), userId, secret, backupCodes: '' }, verified: truth(false) })
        .onConflict((conflict) =>
          conflict.column('userId').doUpdateSet({ secret }).where('auth_two_factor.verified', '=', truth(false)),
        )
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    secretToConfirm: async (userId) =>
      (
        await apps()
          .select('secret')
          .where('userId', '=', userId)
          .where('verified', '=', truth(false))
          .executeTakeFirst()
      )?.secret,

    confirm: (userId, { step, recoveryCodes, keepSession, by }) =>
      change(userId, {
        ...{ kind: 'second-factor.on', by },
        write: async (on) => {
          const app = await on
            .updateTable('auth_two_factor')
            .set({ verified: truth(true), backupCodes: recoveryCodes, lastUsedStep: step })
            .where('userId', '=', userId)
            .where('verified', '=', truth(false))
            .returning('id')
            .executeTakeFirst();
          if (app !== undefined) await endOthers(on, { userId, keepSession });
          return app;
        },
      }),

    endOtherSessions: (userId, keepSession) => endOthers(kysely, { userId, keepSession }),

    replaceRecoveryCodes: (userId, { recoveryCodes, by }) =>
      change(userId, {
        ...{ kind: 'second-factor.codes-renewed', by },
        write: (on) =>
          on
            .updateTable('auth_two_factor')
            .set({ backupCodes: recoveryCodes })
            .where('userId', '=', userId)
            .where('verified', '=', truth(true))
            .returning('id')
            .executeTakeFirst(),
      }),

    removeAuthenticator: (userId, { by, required }) =>
      change(
        userId,
        {
          ...{ kind: 'second-factor.off', by },
          write: (on) =>
            on
              .deleteFrom('auth_two_factor')
              .where('userId', '=', userId)
              .where('verified', '=', truth(true))
              .returning('id')
              .executeTakeFirst(),
        },
        { required },
      ),

    removePasskey: (userId, { id, by, required }) =>
      change(
        userId,
        {
          ...{ kind: 'passkey.removed', by },
          write: (on) =>
            on
              .deleteFrom('auth_passkey')
              .where('id', '=', id)
              .where('userId', '=', userId)
              .returning('name')
              .executeTakeFirst(),
        },
        { required },
      ),

    async useStep(userId, step) {
      const { numUpdatedRows } = await kysely
        .updateTable('auth_two_factor')
        .set({ lastUsedStep: step })
        .where('userId', '=', userId)
        .where(({ or, eb }) => or([eb('lastUsedStep', 'is', null), eb('lastUsedStep', '<', step)]))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    ownerOf: async (credentialId) =>
      (
        await kysely
          .selectFrom('auth_passkey')
          .innerJoin('auth_user', 'auth_user.id', 'auth_passkey.userId')
          .select('auth_user.email')
          .where('credentialID', '=', credentialId)
          .executeTakeFirst()
      )?.email,

    notePasskeyUse: async (credentialId, at) => {
      await kysely
        .updateTable('auth_passkey')
        .set({ lastUsedAt: at })
        .where('credentialID', '=', credentialId)
        .execute();
    },
  };
}

type Entry = By & {
  kind: 'second-factor.on' | 'second-factor.off' | 'second-factor.codes-renewed' | 'passkey.removed';
};

async function endOthers(on: Kysely<Schema>, { userId, keepSession }: { userId: string; keepSession: string }) {
  await on.deleteFrom('auth_session').where('userId', '=', userId).where('id', '!=', keepSession).execute();
}
