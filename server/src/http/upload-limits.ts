import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerBrokenRequest } from './broken-requests.ts';
import { type ApiError, apiError } from './errors.ts';

/** Bytes of bodies that are on their way or being stored, of all callers and of one. */
const UPLOAD_BYTES = 128 * 1024 * 1024;
const UPLOAD_BYTES_OF_ONE = 32 * 1024 * 1024;
/** A body has this long, and more for its size: a frame of 5 MiB may take 50 s. */
const BODY_MS = 10_000;
const SLOWEST_BYTES_PER_MS = 128;

export type UploadLimits = {
  /**
   * Reserves room for the body before a byte of it is read, until the answer has ended.
   * @param options.most bytes, for a body that does not say its length
   * @throws RATE_LIMITED when this caller holds too much, UNAVAILABLE when all together do
   */
  reserve: (request: FastifyRequest, reply: FastifyReply, options: { caller: string; most: number }) => void;
};

export function uploadLimits(): UploadLimits {
  const held = new Map<string, number>();
  let heldByAll = 0;

  function hold(caller: string, bytes: number) {
    heldByAll += bytes;
    const of = (held.get(caller) ?? 0) + bytes;
    if (of === 0) held.delete(caller);
    else held.set(caller, of);
  }

  function refusalOf(caller: string, bytes: number): ApiError | null {
    const again = { retryAfterSeconds: 1 };
    if ((held.get(caller) ?? 0) + bytes > UPLOAD_BYTES_OF_ONE)
      return apiError('RATE_LIMITED', 'Too many bytes of this device are on their way', again);
    return heldByAll + bytes > UPLOAD_BYTES
      ? apiError('UNAVAILABLE', 'Too many reports are on their way', again)
      : null;
  }

  return {
    reserve({ raw, headers }, reply, { caller, most }) {
      // What announces more is refused by its route, unread.
      const bytes = Math.min(most, Number(headers['content-length'] ?? most));
      const refusal = refusalOf(caller, bytes);
      if (refusal !== null) {
        // The body is not read: on an open connection it would have to be, to its end.
        reply.header('connection', 'close');
        throw refusal;
      }
      hold(caller, bytes);
      const stop = closeWhenLate(raw, BODY_MS + bytes / SLOWEST_BYTES_PER_MS);
      reply.raw.once('close', () => {
        hold(caller, -bytes);
        stop();
      });
    },
  };
}

/** @returns calls it off */
function closeWhenLate(request: IncomingMessage, ms: number): () => void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    answerBrokenRequest(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
    // Whoever goes on sending is not read any more.
    request.socket.destroySoon();
  }, ms);
  return () => clearTimeout(timer);
}
