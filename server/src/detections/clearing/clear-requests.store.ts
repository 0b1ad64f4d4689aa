import { CLEAR_REQUEST_MINUTES } from '@vedette/contract/clear-request';
import { may, ROLES } from '@vedette/contract/roles';
import type { ExpressionBuilder } from 'kysely';
import { type AuditActor, appendAudit } from '../../db/audit/append-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { ClearRequestTable } from '../../db/tables/clear-request.ts';

type Person = NonNullable<AuditActor> & { id: string };
type By = { by: Person; now: number };

export type ClearRequestStore = {
  /** The request that waits for a second person; none of somebody who may no longer clear. */
  find: (now: number) => Promise<ClearRequestTable | undefined>;
  /** Returns false when one waits already. */
  insert: (request: By) => Promise<boolean>;
  /** By who made it or by another person. Returns whether there was one. */
  withdraw: (by: By) => Promise<boolean>;
  /** Takes the request of another person, so that it counts once. Returns whether there was one. */
  agree: (by: By) => Promise<boolean>;
};

export function clearRequestStore({ kysely }: Database): ClearRequestStore {
  return {
    find: (now) =>
      kysely
        .selectFrom('clear_request')
        .selectAll()
        .where('expires_at', '>', now)
        .where(isStillAllowed)
        .executeTakeFirst(),

    insert: ({ by, now }) =>
      kysely.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('clear_request')
          .where((row) => row.or([row('expires_at', '<=', now), row.not(isStillAllowed(row))]))
          .execute();
        const request = { user_id: by.id, email: by.name, requested_at: now };
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('clear_request')
          .values({ only_one: 1, ...request, expires_at: now + CLEAR_REQUEST_MINUTES * 60_000 })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows !== 1n) return false;
        await appendAudit(transaction, { kind: 'detections.clear-requested', actor: by, subject: null, at: now });
        return true;
      }),

    withdraw: ({ by, now }) =>
      kysely.transaction().execute(async (transaction) => {
        const withdrawn = await transaction
          .deleteFrom('clear_request')
          .where('expires_at', '>', now)
          .returning('email')
          .executeTakeFirst();
        if (withdrawn === undefined) return false;
        const details = { requested_by: withdrawn.email };
        await appendAudit(transaction, {
          kind: 'detections.clear-withdrawn',
          actor: by,
          subject: null,
          details,
          at: now,
        });
        return true;
      }),

    agree: ({ by, now }) =>
      kysely.transaction().execute(async (transaction) => {
        const agreed = await transaction
          .deleteFrom('clear_request')
          .where('expires_at', '>', now)
          .where('user_id', '!=', by.id)
          .where(isStillAllowed)
          .returning('email')
          .executeTakeFirst();
        if (agreed === undefined) return false;
        const details = { requested_by: agreed.email };
        await appendAudit(transaction, { kind: 'detections.clear-agreed', actor: by, subject: null, details, at: now });
        return true;
      }),
  };
}

const MAY_CLEAR = ROLES.filter((role) => may(role, 'detections.clear'));

/** Whether the person who asked is not suspended and has a role that may clear. */
function isStillAllowed(row: ExpressionBuilder<Schema, 'clear_request'>) {
  return row.exists(
    row
      .selectFrom('auth_user')
      .select('id')
      .whereRef('auth_user.id', '=', 'clear_request.user_id')
      .where('suspendedAt', 'is', null)
      .where('role', 'in', MAY_CLEAR),
  );
}
