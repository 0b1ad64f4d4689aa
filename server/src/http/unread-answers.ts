import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { apiError } from './errors.ts';

/** A connection that takes nothing of its answer is closed after one to two of these: Node looks for progress twice. */
const STALLED_MS = 7_500;
/** Bytes of answers that nobody has read yet; with so many, no further ones are made. */
const UNREAD_BYTES = 64 * 1024 * 1024;

/**
 * Bounds what readers that do not read can hold: each answer ends when it makes no progress, and all of them together
 * have a size.
 */
export function boundUnreadAnswers(api: Api): void {
  let unread = 0;

  api.addHook('onRequest', async ({ method, routeOptions }) => {
    const { access, endless } = routeOptions.config;
    // Events and whether the server is well must always come through, and what is changed makes short answers.
    if (method === 'GET' && access !== 'public' && endless !== true && unread > UNREAD_BYTES) {
      throw apiError('UNAVAILABLE', 'Too many answers wait to be read', { retryAfterSeconds: 1 });
    }
  });

  api.addHook('onSend', async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { raw } = reply;
    const bytes = sizeOf(payload);
    unread += bytes;
    // Either the connection has taken the whole answer, or it is gone.
    raw.once('close', () => {
      unread -= bytes;
    });
    if (raw.socket instanceof Socket) raw.socket.setTimeout(STALLED_MS);
    return payload;
  });
}

/** Of a stream nothing: it reads on only when its reader does. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}
