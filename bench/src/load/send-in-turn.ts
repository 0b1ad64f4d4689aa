import type { Pool } from 'undici';
import type { LoadRequest } from './requests.ts';

export type Answer = { status: number; milliseconds: number };

/** Sends one request after the other and reads each response to its end. */
export async function sendInTurn(options: {
  pool: Pool;
  next: () => LoadRequest;
  answered: (answer: Answer) => void;
  /** Checked before each request. */
  goesOn: () => boolean;
  /** Resolves when the next request is due; absent: at once. */
  nextTurn?: () => Promise<void>;
}): Promise<void> {
  while (options.goesOn()) {
    await options.nextTurn?.();
    const request = options.next();
    const sentAt = performance.now();
    const status = await send(options.pool, request);
    options.answered({ status, milliseconds: performance.now() - sentAt });
  }
}

function send(pool: Pool, request: LoadRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
