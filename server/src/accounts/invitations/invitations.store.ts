import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { INVITATION_HOURS } from '@vedette/contract/invitation';
import type { Role } from '@vedette/contract/roles';
import { type AuditActor, appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { InvitationTable } from '../../db/tables/invitation.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { apiError } from '../../http/errors.ts';
import { PASSWORD_PROVIDER } from '../accounts.store.ts';

type NewInvitation = { email: string; role: Role; now: number; by: NonNullable<AuditActor> };

export type InvitationStore = {
  /** Those that nobody has accepted, with those that have expired, by address. */
  list: () => Promise<InvitationTable[]>;
  /**
   * Invites the address, instead of an earlier invitation. The token is not stored. Throws EMAIL_TAKEN when there is an
   * account with this address, and CONFLICT for a first account that is no administrator.
   */
  insert: (invitation: NewInvitation) => Promise<{ invitation: InvitationTable; token: string }>;
  /** Returns whether it existed. */
  withdraw: (id: string, by: AuditActor) => Promise<boolean>;
  /** The invitation of a link that works. */
  findByToken: (token: string, now: number) => Promise<InvitationTable | undefined>;
  /**
   * Makes the account, whose address the link has confirmed, and deletes the invitation.
   * @returns 'gone' when the link does not work, 'taken' when there is an account with this address
   */
  accept: (token: string, account: { hash: string; now: number; address: string }) => Promise<Accepted>;
};

export type Accepted = { email: string } | 'gone' | 'taken';

export function invitationStore({ kysely, dialect }: Database): InvitationStore {
  const moment = (ms: number) => (dialect === 'sqlite' ? new Date(ms).toISOString() : new Date(ms));
  const yes = dialect === 'sqlite' ? 1 : true;

  return {
    list: () => kysely.selectFrom('invitation').selectAll().orderBy('email').execute(),

    insert: ({ email: typed, role, now, by }) =>
      kysely.transaction().execute(async (transaction) => {
        const email = typed.toLowerCase();
        const token = randomBytes(32).toString('base64url');
        const invitation = {
          ...{ id: randomUUID(), email, role, token_hash: sha256(token), invited_by: by.name, invited_by_id: by.id },
          ...{ created_at: now, expires_at: now + INVITATION_HOURS * 3_600_000 },
        };
        // The transaction begins with a write, so that on SQLite it waits for the other thread.
        await transaction
          .insertInto('invitation')
          .values(invitation)
          .onConflict((conflict) => conflict.column('email').doUpdateSet(invitation))
          .execute();
        const accounts = () => transaction.selectFrom('auth_user').select('id').limit(1);
        if ((await accounts().where('email', '=', email).executeTakeFirst()) !== undefined)
          throw apiError('EMAIL_TAKEN', 'There is an account with this address already', { field: 'email' });
        if (role !== 'administrator' && (await accounts().executeTakeFirst()) === undefined)
          throw apiError('CONFLICT', 'The first account of an installation is an administrator: invite it as one');
        const subject = `account:${email}`;
        await appendAudit(transaction, {
          kind: 'account.invited',
          actor: by,
          subject,
          details: { role, expires_at: invitation.expires_at },
          at: now,
        });
        return { invitation, token };
      }),

    withdraw: (id, by) =>
      kysely.transaction().execute(async (transaction) => {
        const withdrawn = await transaction
          .deleteFrom('invitation')
          .where('id', '=', id)
          .returning('email')
          .executeTakeFirst();
        if (withdrawn === undefined) return false;
        const subject = `account:${withdrawn.email}`;
        await appendAudit(transaction, { kind: 'account.invitation-withdrawn', actor: by, subject });
        return true;
      }),

    findByToken: (token, now) =>
      kysely
        .selectFrom('invitation')
        .selectAll()
        .where('token_hash', '=', sha256(token))
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    accept: (token, { hash, now, address }) =>
      kysely
        .transaction()
        .execute(async (transaction): Promise<Accepted> => {
          const invitation = await transaction
            .deleteFrom('invitation')
            .where('token_hash', '=', sha256(token))
            .where('expires_at', '>', now)
            .returning(['email', 'role', 'invited_by'])
            .executeTakeFirst();
          if (invitation === undefined) return 'gone';
          const { email, role, invited_by } = invitation;
          const userId = randomUUID();
          const stamps = { createdAt: moment(now), updatedAt: moment(now) };
          await transaction
            .insertInto('auth_user')
            .values({ id: userId, email, name: '', emailVerified: yes, image: null, role, ...stamps })
            .execute();
          await transaction
            .insertInto('auth_account')
            .values({
              ...{ id: randomUUID(), userId, providerId: PASSWORD_PROVIDER, accountId: userId, password: hash },
              ...stamps,
            })
            .execute();
          await appendAudit(transaction, {
            ...{ kind: 'account.created', actor: { id: userId, name: email, address }, subject: `account:${email}` },
            details: { account: userId, role, invited_by },
            at: now,
          });
          return { email };
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error)) return 'taken' as const;
          throw error;
        }),
  };
}

// The token has 256 random bits, so that a fast hash without salt is safe.
function sha256(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
