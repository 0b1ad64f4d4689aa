import { SignedInAnswer, SignedOutAnswer, SignIn, SignUp } from '@vedette/contract/account';
import { ErrorAnswer } from '@vedette/contract/error';
import { SecondFactorNeeded } from '@vedette/contract/second-factor';
import Type from 'typebox';
import type { Config } from '../config.ts';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import type { AccountStore } from './accounts.store.ts';
import { type CallIdentity, sendRefusal } from './identity/identity-call.ts';
import type { CredentialLimits } from './limits/credential-limits.ts';
import { readSessionCookie } from './sessions/session-cookie.ts';
import type { SessionStore } from './sessions/sessions.store.ts';
import { isAllowedDomain } from './sign-up.rules.ts';
import { type AnswerSignedIn, signedInId } from './signed-in-answer.ts';

type Parts = {
  callIdentity: CallIdentity;
  store: AccountStore;
  sessions: Pick<SessionStore, 'signOut'>;
  cookie: { name: string; secret: string };
  answerSignedIn: AnswerSignedIn;
  limits: CredentialLimits;
  config: Pick<Config, 'allowedEmailDomains' | 'registration'>;
};

/** The identity library's own routes are closed, except those that this folder's routes call. */
export function accountRoutes(api: Api, parts: Parts): void {
  const { callIdentity, store, sessions, cookie, answerSignedIn, limits, config } = parts;
  const open = { access: 'public' as const };
  const tags = ['accounts'];

  api.post(
    '/api/auth/sign-up/email',
    {
      config: open,
      schema: { tags, body: SignUp, response: { 200: SignedInAnswer, '4xx': ErrorAnswer } },
      onRequest: ({ ip }) => limits.admitSignUp(ip),
    },
    async (request, reply) => {
      const { email, password, name = '' } = request.body;
      const attempt = { address: request.ip, account: email };
      await limits.beforeSignUp(attempt);
      if (config.registration === 'closed') throw apiError('FORBIDDEN', 'Registration is closed');
      if (!isAllowedDomain(email, config.allowedEmailDomains)) {
        throw apiError('BAD_REQUEST', 'Please use a valid email domain', { field: 'email' });
      }
      await limits.beforeMail(attempt);
      const answer = await callIdentity(
        { path: '/sign-up/email', body: { email, password, name } },
        { request, reply },
      );
      if (!answer.ok) {
        await limits.refundMail(attempt);
        return sendRefusal(reply, answer.refusal);
      }
      await limits.afterOwnerProof(attempt);
      return answerSignedIn(signedInId(answer.body), reply);
    },
  );

  api.post(
    '/api/auth/sign-in/email',
    {
      config: open,
      schema: {
        tags,
        body: SignIn,
        response: { 200: Type.Union([SignedInAnswer, SecondFactorNeeded]), '4xx': ErrorAnswer },
      },
      onRequest: ({ ip }) => limits.admitSignIn(ip),
    },
    async (request, reply) => {
      const { email, password, rememberMe = true } = request.body;
      const attempt = { address: request.ip, account: email };
      await limits.beforeSignIn(attempt);
      const answer = await callIdentity(
        { path: '/sign-in/email', body: { email, password, rememberMe } },
        { request, reply },
      );
      if (!answer.ok) {
        await store.noteFailedSignIn({ email, address: request.ip, reason: answer.refusal.code });
        return sendRefusal(reply, answer.refusal);
      }
      if (answer.waiting) {
        await limits.afterPassword(attempt);
        return { success: true as const, secondFactor: true as const };
      }
      await limits.afterSignIn(attempt);
      return answerSignedIn(signedInId(answer.body), reply);
    },
  );

  api.post(
    '/api/auth/sign-out',
    { config: open, schema: { tags, response: { 200: SignedOutAnswer } } },
    async (request, reply) => {
      const token = readSessionCookie(request.headers.cookie, cookie);
      if (token !== null) await sessions.signOut(token, { address: request.ip });
      // The library removes its cookies from the browser.
      const answer = await callIdentity({ path: '/sign-out', body: {} }, { request, reply });
      if (!answer.ok) return sendRefusal(reply, answer.refusal);
      // Frames must not stay in the cache of a shared workstation.
      reply.header('clear-site-data', '"cache"');
      return { success: true as const };
    },
  );
}
