import type { FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_ADDRESS_HEADER, type Identity } from './identity.ts';

/** A refusal of the identity library: its status, code and words. */
export type IdentityRefusal = { status: number; code: string; message: string };

type Answer = { ok: true; body: unknown } | { ok: false; refusal: IdentityRefusal };

type Call = { identity: Identity; baseUrl: string; request: FastifyRequest; reply: FastifyReply };

/** Asks the library in the caller's name and hands its cookies on. The caller's origin has been checked before. */
export async function callIdentity({ identity, baseUrl, request, reply }: Call, body?: object): Promise<Answer> {
  const headers = new Headers({ origin: baseUrl, [CLIENT_ADDRESS_HEADER]: request.ip });
  const { cookie, 'user-agent': userAgent } = request.headers;
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const path = request.url.split('?', 1)[0] ?? '';
  const response = await identity.handle(
    new Request(new URL(path, baseUrl), {
      method: request.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  reply.header('cache-control', 'no-store');
  const answer: unknown = JSON.parse((await response.text()) || 'null');
  if (response.ok) return { ok: true, body: answer };
  if (response.status >= 500) throw new Error(`the identity library answered ${response.status}`);
  const { code, message } = (answer ?? {}) as { code?: string; message?: string };
  return {
    ok: false,
    refusal: { status: response.status, code: code ?? 'REFUSED', message: message ?? 'The request was refused' },
  };
}

export function sendRefusal(reply: FastifyReply, { status, code, message }: IdentityRefusal): FastifyReply {
  return reply.code(status).send({ success: false, message, code });
}
