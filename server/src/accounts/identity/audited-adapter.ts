import type { Kysely } from 'kysely';
import { type AuditActor, appendAudit, type NewAuditEntry } from '../../db/audit/append-audit.ts';
import type { Schema } from '../../db/schema.ts';

type Write = { model: string; data?: Record<string, unknown>; update?: Record<string, unknown> };
type Row = Record<string, unknown> | null;

/**
 * Runs each write of the identity library that the audit log records in a transaction with its entry: the library's own
 * hooks run after the commit, so that a crash between the two would lose the entry.
 * @param inTransaction makes the library's adapter on a transaction
 */
export function auditedAdapter<Adapter extends object>(
  adapter: Adapter,
  parts: { kysely: Kysely<Schema>; inTransaction: (transaction: Kysely<Schema>) => Adapter },
): Adapter {
  const { kysely, inTransaction } = parts;
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      // What the library calls a transaction is none here; it passes another adapter to its callback.
      if (name === 'transaction') {
        return (run: (adapter: Adapter) => unknown): unknown =>
          member.call(target, (inner: Adapter) => run(auditedAdapter(inner, parts)));
      }
      return (write: unknown, ...rest: unknown[]): unknown => {
        const record = recorderOf(name, write);
        if (record === undefined) return member.call(target, write, ...rest);
        return kysely.transaction().execute(async (transaction) => {
          const own = inTransaction(transaction);
          const method = Reflect.get(own, name) as (...args: unknown[]) => Promise<Row>;
          const row = await method.call(own, write, ...rest);
          const entry = row === null ? null : await record(transaction, row);
          if (entry !== null) await appendAudit(transaction, entry);
          return row;
        });
      };
    },
  });
}

type Recorder = (transaction: Kysely<Schema>, row: Record<string, unknown>) => Promise<NewAuditEntry | null>;

function recorderOf(method: string | symbol, write: unknown): Recorder | undefined {
  const { model, update } = (write ?? {}) as Partial<Write>;
  if (method === 'create' && model === 'user') return recordUser('account.created');
  if (method === 'create' && model === 'session') return recordSignIn;
  if (method === 'update' && model === 'user' && update?.emailVerified === true)
    return recordUser('account.email-verified');
  return undefined;
}

const recordUser =
  (kind: 'account.created' | 'account.email-verified'): Recorder =>
  async (_transaction, { id, email }) => ({
    kind,
    ...{ actor: { id: String(id), name: String(email) }, subject: `account:${email}`, details: { account: id } },
  });

const SUSPENDED = { reason: 'ACCOUNT_SUSPENDED' };

const recordSignIn: Recorder = async (transaction, { userId, ipAddress, userAgent }) => {
  const id = String(userId);
  const user = await transaction
    .selectFrom('auth_user')
    .select(['email', 'suspendedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (user === undefined) return null;
  const actor: AuditActor = { id, name: user.email, address: ipAddress ? String(ipAddress) : null };
  const subject = `account:${user.email}`;
  // The session is not accepted, and its route ends it.
  if (user.suspendedAt !== null) return { kind: 'sign-in.failed', actor, subject, details: SUSPENDED };
  const details = { account: id, user_agent: userAgent };
  return { kind: 'sign-in.succeeded', actor, subject, details };
};
