import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { apiError } from '../errors.ts';

/** A stalled connection is closed after one to two of these, because Node.js checks for progress twice. */
const STALLED_MS = 7_500;
/** The limit of bytes in unread answers; above it, further requests are refused. */
const UNREAD_BYTES = 64 * 1024 * 1024;

/** Bounds the memory of answers that clients do not read: a stalled answer is closed, and all unread answers together are limited. */
export function limitUnreadAnswers(api: Api): void {
  let unread = 0;

  api.addHook('onRequest', async ({ method, routeOptions }) => {
    const { access, endless } = routeOptions.config;
    // Streams and health checks are never refused, and changes have short answers.
    if (method === 'GET' && access !== 'public' && endless !== true && unread > UNREAD_BYTES) {
      throw apiError('UNAVAILABLE', 'Too many answers wait to be read', { retryAfterSeconds: 1 });
    }
  });

  api.addHook('onSend', async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { raw } = reply;
    const bytes = sizeOf(payload);
    unread += bytes;
    // The connection has taken the whole answer, or was closed.
    raw.once('close', () => {
      unread -= bytes;
    });
    if (raw.socket instanceof Socket) raw.socket.setTimeout(STALLED_MS);
    return payload;
  });
}

/** Streams count as 0, because they produce data only as fast as it is read. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}
