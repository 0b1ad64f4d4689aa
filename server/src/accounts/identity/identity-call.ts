import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SocialProvider } from '../../config.ts';
import type { EndReplacedSession } from '../sessions/session-replacement.ts';
import type { Identity } from './identity.ts';
import { CLIENT_ADDRESS_HEADER } from './identity-options.ts';

/** A refusal of the identity library. */
type IdentityRefusal = { status: number; code: string; message: string };

type Answer = { ok: true; body: unknown; location: string | null } | { ok: false; refusal: IdentityRefusal };

type IdentityRequest = {
  /** Below /api/auth, with its query string. */
  path: string;
  method?: 'GET' | 'POST';
  body?: object;
  provider?: SocialProvider;
};

/** Calls the library for the client and forwards its cookies. The caller has already checked the client's origin. */
export type CallIdentity = (
  call: IdentityRequest,
  to: { request: FastifyRequest; reply: FastifyReply },
) => Promise<Answer>;

type Parts = {
  identity: Identity;
  endReplacedSession: EndReplacedSession;
  originOf: (request: FastifyRequest) => string;
};

export function identityCaller({ identity, endReplacedSession, originOf }: Parts): CallIdentity {
  return async ({ path, method = 'POST', body, provider }, { request, reply }) => {
    const origin = originOf(request);
    const headers = new Headers({ origin, [CLIENT_ADDRESS_HEADER]: request.ip });
    const { cookie, 'user-agent': userAgent } = request.headers;
    if (cookie !== undefined) headers.set('cookie', cookie);
    if (userAgent !== undefined) headers.set('user-agent', userAgent);
    if (body !== undefined) headers.set('content-type', 'application/json');
    const response = await identity.handle(
      new Request(`${origin}/api/auth${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      provider,
    );

    const cookies = response.headers.getSetCookie();
    await endReplacedSession(request, cookies);
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    reply.header('cache-control', 'no-store');
    if (response.status >= 500)
      throw new Error(`the identity library answered ${response.status} to ${method} ${path.split('?', 1)[0]}`);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400) return { ok: true, body: null, location };
    const answer: unknown = JSON.parse((await response.text()) || 'null');
    if (response.ok) return { ok: true, body: answer, location };
    const { code, message } = (answer ?? {}) as { code?: string; message?: string };
    return {
      ok: false,
      refusal: { status: response.status, code: code ?? 'REFUSED', message: message ?? 'The request was refused' },
    };
  };
}

export function sendRefusal(reply: FastifyReply, { status, code, message }: IdentityRefusal): FastifyReply {
  return reply.code(status).send({ success: false, message, code });
}
