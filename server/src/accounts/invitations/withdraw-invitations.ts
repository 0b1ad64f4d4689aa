import type { Kysely } from 'kysely';
import type { AuditActor, NewAuditEntry } from '../../db/audit/append-audit.ts';
import type { Schema } from '../../db/schema.ts';

/**
 * Deletes the invitations that nobody has accepted of a person who may no longer invite.
 * @returns the entries for the audit log
 */
export async function withdrawInvitationsOf(
  transaction: Kysely<Schema>,
  userId: string,
  by: AuditActor,
): Promise<NewAuditEntry[]> {
  const withdrawn = await transaction
    .deleteFrom('invitation')
    .where('invited_by_id', '=', userId)
    .returning('email')
    .execute();
  return withdrawn.map(({ email }) => ({
    kind: 'account.invitation-withdrawn',
    actor: by,
    subject: `account:${email}`,
  }));
}
