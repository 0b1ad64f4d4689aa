import { ChangeEmail, ChangePassword, DoneAnswer, EmptyBody, SignedInAnswer } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { signedInUser } from '../http/guards/closed-by-default.ts';
import type { AccountChanges } from './account-changes.actions.ts';
import { presentUser } from './accounts.present.ts';
import type { AccountStore } from './accounts.store.ts';
import type { CallIdentity } from './identity/identity-call.ts';
import type { CredentialLimits } from './limits/credential-limits.ts';

type Parts = {
  changes: AccountChanges;
  callIdentity: CallIdentity;
  store: AccountStore;
  limits: CredentialLimits;
  originOf: (request: FastifyRequest) => string;
};

/** Changes of the signed-in user's own account. */
export function accountChangeRoutes(api: Api, { changes, callIdentity, store, limits, originOf }: Parts): void {
  const tags = ['accounts'];
  const config = { tokens: false as const };

  async function caller(request: FastifyRequest) {
    const user = signedInUser(request);
    await limits.beforeChange({ address: request.ip, account: user.id });
    return user;
  }

  api.post(
    '/api/auth/change-email',
    { config, schema: { tags, body: ChangeEmail, response: { 200: SignedInAnswer, '4xx': ErrorAnswer } } },
    async (request) => {
      const user = await caller(request);
      const { newEmail } = request.body;
      await changes.changeEmail(user, { newEmail, origin: originOf(request), address: request.ip });
      const account = await store.find(user.id);
      if (account === undefined) throw apiError('UNAUTHORIZED', 'Please sign in');
      return { success: true as const, user: presentUser(account) };
    },
  );

  api.post(
    '/api/auth/change-password',
    { config, schema: { tags, body: ChangePassword, response: { 200: DoneAnswer, '4xx': ErrorAnswer } } },
    async (request) => {
      await changes.changePassword(await caller(request), {
        newPassword: request.body.newPassword,
        address: request.ip,
      });
      return { success: true as const, message: 'Your password is changed; every other device is signed out.' };
    },
  );

  api.post(
    '/api/auth/delete-user',
    { config, schema: { tags, body: EmptyBody, response: { 200: DoneAnswer, '4xx': ErrorAnswer } } },
    async (request, reply) => {
      await changes.deleteAccount(await caller(request));
      // The session was deleted with the account; this removes its cookies from the browser.
      await callIdentity({ path: '/sign-out', body: {} }, { request, reply });
      reply.header('clear-site-data', '"cache"');
      return { success: true as const, message: 'Your account is deleted.' };
    },
  );
}
