import type { AsyncLocalStorage } from 'node:async_hooks';

/** What follows a call through everything that it awaits. */
export type AsyncContext = Pick<AsyncLocalStorage<unknown>, 'disable'>;

/**
 * Ends these contexts whenever no call is running that needs them. On Node 20 they are made of hooks on every promise of
 * the process, and the hooks stay once a context has been entered: after a single sign-in every report cost the event loop a fifth more.
 * @returns how to run a call; the next one to enter a context begins it anew
 */
export function restingContexts(contexts: readonly AsyncContext[]) {
  let running = 0;
  return async <Result>(call: () => Promise<Result>): Promise<Result> => {
    running += 1;
    try {
      return await call();
    } finally {
      running -= 1;
      if (running === 0) for (const context of contexts) context.disable();
    }
  };
}
