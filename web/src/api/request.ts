import { REQUEST_TIMEOUT_MS } from '@vedette/contract/limits';
import { debugLog } from './debug-log.ts';

export type RequestError = Error & {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** For programs: the server's code, or NETWORK. */
  code: string;
  /** The invalid field, when the server names one. */
  field?: string;
  /** Retry-After of a 429. */
  retryAfterSeconds?: number;
};

type Options = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  timeoutMs?: number;
  onHeaders?: (headers: Headers) => void;
};

/**
 * Sends one request to the backend.
 * @param path below /api, with a leading slash
 * @throws RequestError with the server's message, or 'Network Error' when no answer came in time
 */
export async function request<T>(path: string, options: Options = {}): Promise<T> {
  const { method = 'GET', body, timeoutMs = REQUEST_TIMEOUT_MS, onHeaders = noHeaders } = options;
  const call = `${method} /api${path}`;
  const startedAt = performance.now();
  const took = () => `${Math.round(performance.now() - startedAt)} ms`;
  const sent = await send({ path, method, body, timeoutMs, onHeaders }).catch((error: RequestError) => {
    debugLog(`${call}: ${error.message} after ${took()}`);
    throw error;
  });
  const { status, answer, retryAfter } = sent;
  if (status === 401) debugLog(`${call} answered 401 in ${took()}: redirect to login`, 'warn');
  else debugLog(`${call} answered ${status} in ${took()}`);
  const refused = isRecord(answer) && answer.success === false;
  if (status < 400 && !refused) return answer as T;
  const error = refusal(status, answer);
  if (error.code === 'UNAUTHORIZED' || error.code === 'SECOND_FACTOR_REQUIRED')
    for (const listener of unauthorizedListeners) listener();
  throw retryAfter > 0 ? Object.assign(error, { retryAfterSeconds: retryAfter }) : error;
}

const noHeaders = () => {};

const unauthorizedListeners = new Set<() => void>();

/** Calls back when the server does not know who asks, or wants a second factor first: the session may have changed. @returns how to stop */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

async function send({ path, method, body, timeoutMs, onHeaders }: Required<Options> & { path: string }) {
  try {
    const response = await fetch(`/api${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      // No other headers: a preloaded answer is used only for an identical request.
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    onHeaders(response.headers);
    const answer = parse(await response.text());
    // HTML instead of JSON comes from a proxy, such as a network's login page.
    if (response.ok && response.status !== 204 && answer === undefined) throw new Error('not an answer of the product');
    return { status: response.status, answer, retryAfter: Number(response.headers.get('retry-after')) || 0 };
  } catch {
    throw requestError({ message: 'Network Error', status: 0, code: 'NETWORK' });
  }
}

/** A proxy's error page is not JSON; then only the status counts. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(status: number, answer: unknown): RequestError {
  const { message, code, field } = isRecord(answer) ? answer : {};
  return requestError({
    message: typeof message === 'string' && message !== '' ? message : `The server answered ${status}`,
    status,
    code: typeof code === 'string' ? code : 'UNKNOWN',
    ...(typeof field === 'string' && { field }),
  });
}

function requestError({ message, ...facts }: Omit<RequestError, 'name'>): RequestError {
  return Object.assign(new Error(message), facts);
}

export function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && 'status' in error && 'code' in error;
}

/** The server did not answer, or the network is lost. */
export function isNetworkError(error: unknown): boolean {
  return isRequestError(error) && error.code === 'NETWORK';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
