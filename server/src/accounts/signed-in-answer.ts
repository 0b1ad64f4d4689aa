import type { SignedInAnswer } from '@vedette/contract/account';
import type { FastifyReply } from 'fastify';
import { apiError } from '../http/errors.ts';
import { accountSuspended } from './accounts.errors.ts';
import { presentUser } from './accounts.present.ts';
import type { AccountStore } from './accounts.store.ts';
import type { SessionStore } from './sessions/sessions.store.ts';

/** Answers a sign-in with the account. Throws ACCOUNT_SUSPENDED, and ends the session that the identity library began. */
export type AnswerSignedIn = (userId: string, reply: FastifyReply) => Promise<SignedInAnswer>;

type Parts = { store: Pick<AccountStore, 'find'>; sessions: Pick<SessionStore, 'endAllOf'> };

export function signedInAnswerer({ store, sessions }: Parts): AnswerSignedIn {
  return async (userId, reply) => {
    const account = await store.find(userId);
    if (account === undefined) throw apiError('UNAUTHORIZED', 'The account was deleted a moment ago');
    if (account.suspended) {
      reply.removeHeader('set-cookie');
      await sessions.endAllOf(account.id);
      throw accountSuspended();
    }
    return { success: true, user: presentUser(account) };
  };
}

/** The id of the account in the identity library's answer to a sign-in. */
export function signedInId(body: unknown): string {
  return (body as { user: { id: string } }).user.id;
}
