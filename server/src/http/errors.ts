import { ERROR_STATUS, type ErrorAnswer, type ErrorCode } from '@vedette/contract/error';
import { SHA256_PATTERN } from '@vedette/contract/evidence';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { isConnectionLost } from '../db/connection-lost.ts';
import { isDatabaseDamaged } from '../db/database-damage.ts';
import { DISK_FULL, isDiskFull } from '../disk/disk-full.ts';
import { isFrameStoreLost } from '../frames/store-lost.ts';

type Details = {
  /** The path of the invalid field of a 400. */
  field?: string;
  retryAfterSeconds?: number;
};

/** An error with an answer: it may be thrown anywhere below a route, and `answerError` sends it. */
export type ApiError = Error & { apiCode: ErrorCode } & Details;

export function apiError(code: ErrorCode, message: string, details: Details = {}): ApiError {
  return Object.assign(new Error(message), { apiCode: code, ...details });
}

export function answerError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error, request);
  const status = failure === undefined ? ERROR_STATUS.INTERNAL : ERROR_STATUS[failure.apiCode];
  const answer = failure === undefined ? maskedAnswer(request, error) : answerOf(failure);
  if (failure?.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  // Closes the connection, so that the rest of the body need not be read.
  if (status === ERROR_STATUS.TOO_LARGE) reply.header('connection', 'close');
  // A request with an invalid URL runs no hooks, so that its headers are set here.
  reply.code(status).headers({ 'cache-control': 'no-store', 'x-request-id': request.id }).send(answer);
}

type Where = { log: FastifyBaseLogger; routeOptions: { url?: string | undefined } };

/** What a caller is told; undefined for a fault of the server. */
export function failureOf(error: FastifyError | ApiError, where: Where): ApiError | undefined {
  return 'apiCode' in error ? error : (fromFastify(error) ?? fromLostStore(error, where));
}

export function databaseUnavailable(): ApiError {
  return apiError('UNAVAILABLE', 'The database does not answer', { retryAfterSeconds: 1 });
}

export function diskFull(): ApiError {
  return apiError('INSUFFICIENT_STORAGE', DISK_FULL);
}

function fromLostStore(error: unknown, request: Where): ApiError | undefined {
  if (!isFrameStoreLost(error)) return fromDatabase(error, request);
  request.log.warn({ err: error, route: request.routeOptions.url }, 'the frame store does not answer');
  return apiError('UNAVAILABLE', 'The frame store does not answer', { retryAfterSeconds: 1 });
}

/** Returns undefined when the error does not come from the database. */
export function fromDatabase(error: unknown, request: Where): ApiError | undefined {
  if (isDatabaseDamaged(error)) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'the database is damaged');
    return apiError('UNAVAILABLE', 'The database is damaged');
  }
  if (isDiskFull(error)) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'the disk is full');
    return diskFull();
  }
  if (!isConnectionLost(error)) return undefined;
  request.log.warn({ err: error, route: request.routeOptions.url }, 'the database does not answer');
  return databaseUnavailable();
}

export function answerOf({ apiCode, message, field }: ApiError): ErrorAnswer {
  return { success: false, message, code: apiCode, ...(field === undefined ? {} : { field }) };
}

function maskedAnswer(request: FastifyRequest, error: Error): ErrorAnswer {
  request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed');
  return {
    success: false,
    message: 'Something went wrong on our side. Quote the request id when you report it.',
    code: 'INTERNAL' satisfies ErrorCode,
    request_id: request.id,
  };
}

/** Translates a refusal of Fastify itself. Returns undefined for a fault of the server. */
function fromFastify(error: FastifyError): ApiError | undefined {
  const [violation] = error.validation ?? [];
  if (violation !== undefined) return validationError(violation, error.validationContext ?? 'body');
  if (error.statusCode === undefined || error.statusCode >= 500) return undefined;
  return apiError(codeByStatus.get(error.statusCode) ?? 'BAD_REQUEST', sentenceOf(error));
}

const codeByStatus = new Map<number, ErrorCode>([
  // The first of several codes with the same status is the general one.
  ...Object.entries(ERROR_STATUS)
    .map(([code, status]) => [status, code as ErrorCode] as const)
    .reverse(),
  // The status with which @fastify/multipart refuses a body of another type.
  [406, 'UNSUPPORTED_MEDIA_TYPE'],
]);

function sentenceOf(error: FastifyError): string {
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError)
    return 'The body is not valid JSON';
  return error.message;
}

function validationError(violation: FastifySchemaValidationError, part: string): ApiError {
  const { missingProperty, additionalProperty } = paramsOf(violation);
  const path = [...violation.instancePath.split('/').slice(1), missingProperty ?? additionalProperty ?? ''];
  const field = path.filter((step) => step !== '').join('.');
  const what = problemOf(violation);
  return apiError('BAD_REQUEST', `${field === '' ? `The ${part}` : field} ${what}`, field === '' ? {} : { field });
}

/** A phrase that follows the field's name. */
function problemOf(violation: FastifySchemaValidationError): string {
  const { missingProperty, additionalProperty, format, pattern } = paramsOf(violation);
  if (missingProperty !== undefined) return 'is missing';
  if (additionalProperty !== undefined) return 'is not known';
  if (pattern === SHA256_PATTERN) return 'must be 64 lower-case hex digits';
  if (pattern !== undefined) return 'must contain visible text and no control characters';
  if (format === 'mail-address') return 'must be a mail address';
  return violation.message ?? 'is wrong';
}

function paramsOf({ params }: FastifySchemaValidationError) {
  return params as Record<string, string | undefined>;
}
