import { ErrorAnswer } from '@vedette/contract/error';
import { SocialSignInAnswer, StartSocialSignIn } from '@vedette/contract/social';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { SocialProvider } from '../../config.ts';
import type { Api } from '../../http/api.ts';
import { type ApiError, apiError, fromDatabase } from '../../http/errors.ts';
import { type CallIdentity, sendRefusal } from '../identity/identity-call.ts';
import type { CredentialLimits } from '../limits/credential-limits.ts';
import { readSessionCookie } from '../sessions/session-cookie.ts';
import type { SessionReader } from '../sessions/session-reader.ts';
import { POPUP_PAGE, POPUP_PATH, POPUP_SCRIPT, POPUP_SCRIPT_PATH } from './popup-page.ts';
import { popupAddress } from './social.rules.ts';

type Parts = {
  callIdentity: CallIdentity;
  limits: CredentialLimits;
  providers: readonly SocialProvider[];
  readSession: SessionReader;
  cookie: { name: string; secret: string };
  originOf: (request: FastifyRequest) => string;
};

/** A popup goes to the provider and returns to one of the server's pages, which informs the window that opened it. */
export function socialRoutes(
  api: Api,
  { callIdentity, limits, providers, originOf, readSession, cookie }: Parts,
): void {
  const open = { access: 'public' as const };
  const tags = ['accounts'];

  api.post(
    '/api/auth/sign-in/social',
    {
      config: open,
      schema: {
        tags,
        body: StartSocialSignIn,
        response: { 200: SocialSignInAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
      },
      onRequest: ({ ip }) => limits.beforeToken(ip),
    },
    async (request, reply) => {
      const { provider: id, flow } = request.body;
      const provider = providers.find((known) => known.id === id);
      if (provider === undefined) {
        throw apiError('SOCIAL_NOT_CONFIGURED', 'This sign-in is not configured on this server.', {
          field: 'provider',
        });
      }
      const callbackUrl = popupAddress(originOf(request), { flow });
      const body = { provider: id, callbackURL: callbackUrl, errorCallbackURL: callbackUrl, disableRedirect: true };
      const answer = await callIdentity({ path: '/sign-in/social', body, provider }, { request, reply });
      if (!answer.ok) return sendRefusal(reply, answer.refusal);
      return { success: true as const, url: (answer.body as { url: string }).url };
    },
  );

  api.get(
    '/api/auth/callback/:provider',
    {
      config: open,
      schema: {
        tags,
        summary: 'Where the provider leads back to',
        params: Type.Object({ provider: Type.String() }),
        response: { 302: Type.Unknown() },
      },
    },
    async (request, reply) => reply.redirect(await handleCallback(request, reply), 302),
  );

  async function handleCallback(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const origin = originOf(request);
    const { provider: id } = request.params as { provider: string };
    const provider = providers.find((known) => known.id === id);
    if (provider === undefined) return popupAddress(origin, { error: 'provider_not_found' });
    try {
      await limits.beforeCallback(request.ip);
      const query = request.url.split('?').slice(1).join('?');
      const path = `/callback/${id}?${query}`;
      const answer = await callIdentity({ path, method: 'GET', provider }, { request, reply });
      if (!answer.ok) return popupAddress(origin, { error: answer.refusal.code });
      const back = popupAddress(origin, { redirect: answer.location });
      if (answer.waiting) return withError(back, 'second_factor_needed');
      if (!(await beganRefusedSession(reply))) return back;
      reply.removeHeader('set-cookie');
      return withError(back, 'account_suspended');
    } catch (error) {
      // A popup shows no JSON; its page gets the error code and sends it by the channel.
      const { apiCode: code } = (fromDatabase(error, request) ?? error) as Partial<ApiError>;
      if (code === undefined) request.log.error({ err: error }, 'a social sign-in failed');
      return popupAddress(origin, { error: (code ?? 'internal_error').toLowerCase() });
    }
  }

  /** The library begins sessions of suspended people, too; no request is accepted with them. */
  async function beganRefusedSession(reply: FastifyReply): Promise<boolean> {
    const lines = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    const started = lines.find((line) => readSessionCookie(line, cookie) !== null);
    return started !== undefined && (await readSession({ headers: { cookie: started } })) === null;
  }

  api.get(
    POPUP_PATH,
    { config: open, schema: { tags, summary: 'The page that a sign-in popup ends on' } },
    (_request, reply) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(POPUP_PAGE),
  );
  api.get(POPUP_SCRIPT_PATH, { config: open, schema: { tags, summary: 'Its script' } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(POPUP_SCRIPT),
  );
}

function withError(page: string, code: string): string {
  return `${page}${page.includes('?') ? '&' : '?'}error=${code}`;
}
