import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SocialProvider } from '../../config.ts';
import { COOKIE_PREFIX } from '../sessions/session-cookie.ts';
import type { EndReplacedSession } from '../sessions/session-replacement.ts';
import type { Identity } from './identity.ts';
import { CLIENT_ADDRESS_HEADER } from './identity-options.ts';

/** A refusal of the identity library. */
type IdentityRefusal = { status: number; code: string; message: string };

type Answer =
  | {
      ok: true;
      body: unknown;
      location: string | null;
      /** There is no session yet: the sign-in waits for a second factor. */
      waiting: boolean;
    }
  | { ok: false; refusal: IdentityRefusal };

type IdentityRequest = {
  /** Below /api/auth, with its query string. */
  path: string;
  method?: 'GET' | 'POST';
  body?: object;
  provider?: SocialProvider;
  /** Cookies that the library does not get, by their names without the prefix. */
  without?: readonly string[];
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
  return async ({ path, method = 'POST', body, provider, without = [] }, { request, reply }) => {
    const origin = originOf(request);
    const headers = new Headers({ origin, [CLIENT_ADDRESS_HEADER]: request.ip });
    const { cookie, 'user-agent': userAgent } = request.headers;
    if (cookie !== undefined) headers.set('cookie', withoutCookies(cookie, without));
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

    const all = response.headers.getSetCookie();
    const waiting = all.some((line) => WAITING_COOKIE.test(line));
    // The library takes back the session that it began; the browser's own one goes on until another one replaces it.
    const cookies = waiting ? all.filter((line) => !SESSION_COOKIE.test(line)) : all;
    await endReplacedSession(request, cookies);
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    reply.header('cache-control', 'no-store');
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400) return { ok: true, body: null, location, waiting };
    const answer = parsed(await response.text());
    if (response.ok) return { ok: true, body: answer, location, waiting };
    const { code, message } = (answer ?? {}) as { code?: string; message?: string };
    if (response.status >= 500 && code !== WRONG_PASSKEY)
      throw new Error(`the identity library answered ${response.status} to ${method} ${path.split('?', 1)[0]}`);
    return {
      ok: false,
      refusal: { status: response.status, code: code ?? 'REFUSED', message: message ?? 'The request was refused' },
    };
  };
}

const SESSION_COOKIE = new RegExp(`^(__Secure-)?${COOKIE_PREFIX}\\.session_token=`);
/** The library answers 500 to a new passkey that is wrong. */
const WRONG_PASSKEY = 'FAILED_TO_VERIFY_REGISTRATION';
/** Set, not removed. */
const WAITING_COOKIE = new RegExp(`^(__Secure-)?${COOKIE_PREFIX}\\.two_factor=[^;]`);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return null;
  }
}

function withoutCookies(header: string, names: readonly string[]): string {
  const isOne = (pair: string) => {
    const name = pair.split('=', 1)[0]?.trim();
    return names.some((one) => name === `${COOKIE_PREFIX}.${one}` || name === `__Secure-${COOKIE_PREFIX}.${one}`);
  };
  return names.length === 0
    ? header
    : header
        .split(';')
        .filter((pair) => !isOne(pair))
        .join(';');
}

export function sendRefusal(reply: FastifyReply, { status, code, message }: IdentityRefusal): FastifyReply {
  return reply.code(status).send({ success: false, message, code });
}
