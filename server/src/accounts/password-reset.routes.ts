import { DoneAnswer, RequestPasswordReset, ResetPassword } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import type { FastifyRequest } from 'fastify';
import type { Background } from '../background.ts';
import type { Api } from '../http/api.ts';
import type { AccountStore } from './accounts.store.ts';
import type { Identity } from './identity/identity.ts';
import { type CallIdentity, sendRefusal } from './identity/identity-call.ts';
import type { CredentialLimits } from './limits/credential-limits.ts';

type Parts = {
  callIdentity: CallIdentity;
  identity: Identity;
  background: Background;
  store: AccountStore;
  limits: CredentialLimits;
  originOf: (request: FastifyRequest) => string;
};

export function passwordResetRoutes(
  api: Api,
  { callIdentity, identity, background, store, limits, originOf }: Parts,
): void {
  const open = { access: 'public' as const };
  const tags = ['accounts'];

  api.post(
    '/api/auth/request-password-reset',
    {
      config: open,
      schema: { tags, body: RequestPasswordReset, response: { 200: DoneAnswer, '4xx': ErrorAnswer } },
      onRequest: ({ ip }) => limits.admitReset(ip),
    },
    async (request) => {
      const { email } = request.body;
      await limits.beforeReset({ address: request.ip, account: email });
      // The account is looked up after the answer, so that neither text nor time reveals whether it exists.
      const origin = originOf(request);
      background.run('a password reset could not be prepared', async () => {
        const { status } = await identity.handle(
          new Request(`${origin}/api/auth/request-password-reset`, {
            method: 'POST',
            headers: { origin, 'content-type': 'application/json' },
            body: JSON.stringify({ email }),
          }),
        );
        if (status !== 200) throw new Error(`the identity library answered ${status}`);
        await store.keepNewestResetsOf(email);
      });
      return { success: true as const, message: 'If there is an account with this address, a mail is on its way.' };
    },
  );

  api.post(
    '/api/auth/reset-password',
    {
      config: open,
      schema: { tags, body: ResetPassword, response: { 200: DoneAnswer, '4xx': ErrorAnswer } },
      onRequest: ({ ip }) => limits.beforeToken(ip),
    },
    async (request, reply) => {
      const { token, newPassword } = request.body;
      const answer = await callIdentity({ path: '/reset-password', body: { token, newPassword } }, { request, reply });
      if (!answer.ok) return sendRefusal(reply, answer.refusal);
      return { success: true as const, message: 'Your new password is set. Please sign in with it.' };
    },
  );
}
