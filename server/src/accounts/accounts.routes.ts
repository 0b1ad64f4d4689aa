import { SessionAnswer, SignedInAnswer, SignedOutAnswer, SignIn, SignUp } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Config } from '../config.ts';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { type LibrarySession, type LibraryUser, presentSession, presentUser } from './accounts.present.ts';
import type { CredentialLimits } from './credential-limits.ts';
import type { Identity } from './identity.ts';
import { callIdentity, sendRefusal } from './identity-call.ts';
import { isAllowedDomain } from './sign-up.rules.ts';

type Parts = {
  identity: Identity;
  baseUrl: string;
  limits: CredentialLimits;
  hasSessionCookie: (request: FastifyRequest) => boolean;
  config: Pick<Config, 'allowedEmailDomains' | 'registration'>;
};

/** Only the doors of the identity library that are named here are open. */
export function accountRoutes(api: Api, { identity, baseUrl, limits, hasSessionCookie, config }: Parts): void {
  const open = { access: 'public' as const };
  const tags = ['accounts'];
  const call = (request: FastifyRequest, reply: FastifyReply, body?: object) =>
    callIdentity({ identity, baseUrl, request, reply }, body);

  api.post(
    '/api/auth/sign-up/email',
    { config: open, schema: { tags, body: SignUp, response: { 200: SignedInAnswer, '4xx': ErrorAnswer } } },
    async (request, reply) => {
      limits.beforeSignUp(request.ip);
      const { email, password, name = '' } = request.body;
      if (config.registration === 'closed') throw apiError('FORBIDDEN', 'Registration is closed');
      if (!isAllowedDomain(email, config.allowedEmailDomains)) {
        throw apiError('BAD_REQUEST', 'Please use a valid email domain', { field: 'email' });
      }
      const answer = await call(request, reply, { email, password, name });
      return answer.ok ? signedIn(answer.body) : sendRefusal(reply, answer.refusal);
    },
  );

  api.post(
    '/api/auth/sign-in/email',
    { config: open, schema: { tags, body: SignIn, response: { 200: SignedInAnswer, '4xx': ErrorAnswer } } },
    async (request, reply) => {
      const { email, password, rememberMe = true } = request.body;
      const attempt = { address: request.ip, email };
      limits.beforeSignIn(attempt);
      const answer = await call(request, reply, { email, password, rememberMe });
      if (!answer.ok) return sendRefusal(reply, answer.refusal);
      limits.afterRightPassword(attempt);
      return signedIn(answer.body);
    },
  );

  api.post(
    '/api/auth/sign-out',
    { config: open, schema: { tags, response: { 200: SignedOutAnswer } } },
    async (request, reply) => {
      const answer = await call(request, reply, {});
      if (!answer.ok) return sendRefusal(reply, answer.refusal);
      // Frames must not stay behind on a shared workstation.
      reply.header('clear-site-data', '"cache"');
      return { success: true as const };
    },
  );

  api.get(
    '/api/auth/get-session',
    { config: open, schema: { tags, response: { 200: Type.Unsafe<unknown>(SessionAnswer) } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      // Most callers are visitors, and the library is heavy to load.
      if (!hasSessionCookie(request)) return nobody(reply);
      const answer = await call(request, reply);
      if (!answer.ok) return sendRefusal(reply, answer.refusal);
      return presentSession(answer.body as LibrarySession | null) ?? nobody(reply);
    },
  );
}

/** The framework would send an empty body for null, which is no JSON. */
function nobody(reply: FastifyReply): FastifyReply {
  return reply.type('application/json; charset=utf-8').send('null');
}

function signedIn(body: unknown): SignedInAnswer {
  return { success: true, user: presentUser((body as { user: LibraryUser }).user) };
}
