import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, apiError } from '../errors.ts';
import { answerBrokenRequest } from './broken-requests.ts';

/** The limits of bytes in uploads and in reports that are being stored, for all callers and for one. */
const UPLOAD_BYTES = 128 * 1024 * 1024;
const UPLOAD_BYTES_OF_ONE = 32 * 1024 * 1024;
/** The time for a body, plus time for its size: a frame of 5 MiB may take 50 s. */
const BODY_MS = 10_000;
const SLOWEST_BYTES_PER_MS = 128;

export type UploadLimits = {
  /**
   * Reserves bytes for the body before it is read, until the answer has ended.
   * @param options.maxBytes for a body without a length
   * @throws RATE_LIMITED when this caller holds too much, UNAVAILABLE when all together do
   */
  reserve: (request: FastifyRequest, reply: FastifyReply, options: { caller: string; maxBytes: number }) => void;
};

export function uploadLimits(): UploadLimits {
  const held = new Map<string, number>();
  let heldByAll = 0;

  function hold(caller: string, bytes: number) {
    heldByAll += bytes;
    const total = (held.get(caller) ?? 0) + bytes;
    if (total === 0) held.delete(caller);
    else held.set(caller, total);
  }

  function refusalOf(caller: string, bytes: number): ApiError | null {
    const retry = { retryAfterSeconds: 1 };
    if ((held.get(caller) ?? 0) + bytes > UPLOAD_BYTES_OF_ONE)
      return apiError('RATE_LIMITED', 'Too many bytes of this device are on their way', retry);
    return heldByAll + bytes > UPLOAD_BYTES
      ? apiError('UNAVAILABLE', 'Too many reports are on their way', retry)
      : null;
  }

  return {
    reserve({ raw, headers }, reply, { caller, maxBytes }) {
      // A body with a larger length is refused by its route without being read.
      const bytes = Math.min(maxBytes, Number(headers['content-length'] ?? maxBytes));
      const refusal = refusalOf(caller, bytes);
      if (refusal !== null) {
        // Closes the connection, so that the body need not be read.
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

/** @returns a function that cancels the timer */
function closeWhenLate(request: IncomingMessage, ms: number): () => void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    answerBrokenRequest(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
    // Stops reading from a client that continues to send.
    request.socket.destroySoon();
  }, ms);
  return () => clearTimeout(timer);
}
