import { DoneAnswer, EmptyBody } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Api } from '../http/api.ts';
import { fromDatabase } from '../http/errors.ts';
import { signedInUser } from '../http/guards/closed-by-default.ts';
import type { AccountMails } from './account-mails.ts';
import type { AccountStore } from './accounts.store.ts';
import type { Identity } from './identity/identity.ts';
import type { CallIdentity } from './identity/identity-call.ts';
import type { CredentialLimits } from './limits/credential-limits.ts';

type Parts = {
  callIdentity: CallIdentity;
  identity: Identity;
  store: AccountStore;
  mails: AccountMails;
  limits: CredentialLimits;
  originOf: (request: FastifyRequest) => string;
};

export function verificationRoutes(api: Api, { callIdentity, identity, store, mails, limits, originOf }: Parts): void {
  const tags = ['accounts'];

  api.get(
    '/api/auth/verify-email',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Where the mailed link leads: goes on to the home page, which says how it went',
        querystring: Type.Object({ token: Type.String({ minLength: 1, maxLength: 2_000 }) }),
        response: { 302: Type.Unknown() },
      },
      // A mail program may have broken the link, and its reader must get a page, not JSON.
      attachValidation: true,
    },
    async (request, reply) => {
      const done = request.validationError === undefined && (await verified(request, reply));
      return reply.redirect(`${originOf(request)}/?verification=${done ? 'done' : 'failed'}`, 302);
    },
  );

  async function verified(request: FastifyRequest<{ Querystring: { token: string } }>, reply: FastifyReply) {
    try {
      await limits.beforeToken(request.ip);
      const path = `/verify-email?token=${encodeURIComponent(request.query.token)}`;
      return (await callIdentity({ path, method: 'GET' }, { request, reply })).ok;
    } catch (error) {
      const refused = 'apiCode' in (error as Error) || fromDatabase(error, request) !== undefined;
      if (!refused) request.log.error({ err: error }, 'an address could not be verified');
      return false;
    }
  }

  api.post(
    '/api/auth/send-verification-email',
    { config: { tokens: false }, schema: { tags, body: EmptyBody, response: { 200: DoneAnswer, '4xx': ErrorAnswer } } },
    async (request) => {
      const { id, email } = signedInUser(request);
      await limits.beforeMail({ address: request.ip, account: email });
      const account = await store.find(id);
      if (account !== undefined && !account.emailVerified) {
        const token = await identity.verificationToken(account.email);
        mails.verification({ to: account.email, token, origin: originOf(request) });
      }
      return { success: true as const, message: 'A mail is on its way.' };
    },
  );
}
