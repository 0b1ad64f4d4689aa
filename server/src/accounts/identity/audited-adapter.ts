import type { Kysely } from 'kysely';
import { type AuditActor, appendAudit, type NewAuditEntry } from '../../db/audit/append-audit.ts';
import type { Schema } from '../../db/schema.ts';
import { lockAccount, noteSecondFactor } from '../second-factor/note-second-factor.ts';

type Values = Record<string, unknown>;
type Write = {
  model: string;
  data: Values;
  update: Values;
  set: Values;
  where: readonly { field: string; value: unknown }[];
};
/** What the library's adapter gives back: a row, or how many were changed. */
type Result = Values | number | null;

/**
 * Runs each write of the identity library that the audit log records in a transaction with its entry: the library's own
 * hooks run after the commit, so that a crash between the two would lose the entry.
 */
export function auditedAdapter<Adapter extends object>(adapter: Adapter, parts: Parts<Adapter>): Adapter {
  const { kysely, inTransaction, address, isChallenge } = parts;
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
          const method = Reflect.get(own, name) as (...args: unknown[]) => Promise<Result>;
          const result = await method.call(own, write, ...rest);
          const entry = await record(transaction, { result, address: address(), isChallenge });
          if (entry !== null) await appendAudit(transaction, entry);
          return result;
        });
      };
    },
  });
}

type Parts<Adapter> = {
  kysely: Kysely<Schema>;
  /** Makes the library's adapter on a transaction. */
  inTransaction: (transaction: Kysely<Schema>) => Adapter;
  /** Gives the network address of the request that is being answered. */
  address: () => string | null;
  /** Whether the running call of the library asks people for their second factor instead of beginning a session. */
  isChallenge: () => boolean;
};

type Written = { result: Result; address: string | null; isChallenge: () => boolean };
type Recorder = (transaction: Kysely<Schema>, written: Written) => Promise<NewAuditEntry | null>;

function recorderOf(method: string | symbol, write: unknown): Recorder | undefined {
  const { model, data, update, set, where = [] } = (write ?? {}) as Partial<Write>;
  if (method === 'create' && model === 'user') return recordUser('account.created');
  if (method === 'create' && model === 'session') return recordSignIn;
  if (method === 'create' && model === 'account') return recordAccount(data);
  if (method === 'updateMany' && model === 'account' && update?.password !== undefined) {
    const owner = where.find(({ field }) => field === 'userId')?.value;
    return (transaction, { address }) => recordPassword(transaction, { owner, address });
  }
  if (method === 'update' && model === 'user' && update?.emailVerified === true)
    return recordUser('account.email-verified');
  if (method === 'create' && model === 'passkey') return recordPasskey;
  if (method === 'incrementOne' && model === 'twoFactor' && set?.backupCodes !== undefined) return recordRecoveryCode;
  return undefined;
}

const recordUser =
  (kind: 'account.created' | 'account.email-verified'): Recorder =>
  async (_transaction, { result, address }) => {
    if (typeof result !== 'object' || result === null) return null;
    const { id, email } = result;
    const actor = { id: String(id), name: String(email), address };
    return { kind, actor, subject: `account:${email}`, details: { account: id } };
  };

const SUSPENDED = { reason: 'ACCOUNT_SUSPENDED' };

const recordSignIn: Recorder = async (transaction, { result, isChallenge }) => {
  if (typeof result !== 'object' || result === null) return null;
  const { userId, ipAddress, userAgent } = result;
  const user = await findUser(transaction, userId);
  if (user === undefined) return null;
  // The library deletes this session before it answers.
  if (user.twoFactorEnabled && isChallenge()) return null;
  const about = aboutUser(user, ipAddress ? String(ipAddress) : null);
  // The session is not accepted, and its route ends it.
  if (user.suspendedAt !== null) return { kind: 'sign-in.failed', ...about, details: SUSPENDED };
  return { kind: 'sign-in.succeeded', ...about, details: { account: user.id, user_agent: userAgent } };
};

/** A social account is linked; or somebody who had no password sets the first one by a mailed link. */
const recordAccount =
  ({ userId, providerId: provider }: Partial<Record<string, unknown>> = {}): Recorder =>
  async (transaction, { address }) => {
    const user = await findUser(transaction, userId);
    if (user === undefined) return null;
    if (provider !== 'credential')
      return { kind: 'account.linked', ...aboutUser(user, address), details: { provider } };
    const others = await transaction
      .selectFrom('auth_account')
      .select('id')
      .where('userId', '=', user.id)
      .where('providerId', '!=', 'credential')
      .executeTakeFirst();
    return others === undefined ? null : recordPassword(transaction, { owner: user.id, address });
  };

/** The library sets passwords only by mailed links. */
async function recordPassword(
  transaction: Kysely<Schema>,
  { owner, address }: { owner: unknown; address: string | null },
): Promise<NewAuditEntry | null> {
  const user = await findUser(transaction, owner);
  if (user === undefined) return null;
  const details = { account: user.id, by: 'mailed link' };
  return { kind: 'account.password-changed', ...aboutUser(user, address), details };
}

const recordPasskey: Recorder = async (transaction, { result, address }) => {
  if (typeof result !== 'object' || result === null) return null;
  const id = String(result.userId);
  const email = await lockAccount(transaction, id);
  if (email === undefined) return null;
  await noteSecondFactor(transaction, id);
  const details = { account: id, passkey: result.name };
  return { kind: 'passkey.added', ...aboutUser({ id, email }, address), details };
};

const recordRecoveryCode: Recorder = async (transaction, { result, address }) => {
  if (typeof result !== 'object' || result === null) return null;
  const user = await findUser(transaction, result.userId);
  if (user === undefined) return null;
  return {
    kind: 'second-factor.recovery-code-used',
    ...aboutUser(user, address),
    details: { account: user.id },
  };
};

type User = { id: string; email: string };

function aboutUser({ id, email }: User, address: string | null): { actor: AuditActor; subject: string } {
  return { actor: { id, name: email, address }, subject: `account:${email}` };
}

function findUser(transaction: Kysely<Schema>, id: unknown) {
  return transaction
    .selectFrom('auth_user')
    .select(['id', 'email', 'suspendedAt', 'twoFactorEnabled'])
    .where('id', '=', String(id))
    .executeTakeFirst();
}
