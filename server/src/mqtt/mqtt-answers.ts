import { ERROR_STATUS, type ErrorAnswer } from '@vedette/contract/error';
import type { FastifyError } from 'fastify';
import { type ApiError, answerOf, failureOf } from '../http/errors.ts';
import type { Log } from '../log.ts';

/** The answer that the sender of a message would get over HTTP. */
export type Answer = { status: number; body: object | ErrorAnswer; retryAfterSeconds?: number | undefined };

/** Converts an error to an answer, and logs it when the server is at fault. */
export function answerOfError(error: unknown, { log, topic }: { log: Log; topic: string }): Answer {
  const failure = failureOf(error as FastifyError | ApiError, { log, routeOptions: { url: topic } });
  if (failure !== undefined) {
    const { apiCode, retryAfterSeconds } = failure;
    return { status: ERROR_STATUS[apiCode], body: answerOf(failure), retryAfterSeconds };
  }
  log.error({ err: error, topic }, 'a message could not be handled');
  const message = 'Something went wrong on our side';
  return { status: ERROR_STATUS.INTERNAL, body: { success: false, message, code: 'INTERNAL' } satisfies ErrorAnswer };
}
