import type { Pool } from 'undici';
import type { LoadRequest } from './requests.ts';

export type Answer = { status: number; milliseconds: number };

/** One request after the other, each read to its end, as a client does that has something to do with the answers. */
export async function sendInTurn(options: {
  pool: Pool;
  next: () => LoadRequest;
  answered: (answer: Answer) => void;
  /** Checked before each request. */
  goesOn: () => boolean;
  /** Settles when the next request is due; without it, at once. */
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
