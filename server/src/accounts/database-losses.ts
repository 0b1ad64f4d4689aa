import { AsyncLocalStorage } from 'node:async_hooks';
import { isConnectionLost } from '../db/connection-lost.ts';
import type { AsyncContext } from './resting-contexts.ts';

type Losses = {
  /** The same adapter; what it could not ask the database is noted. */
  note: <Adapter extends object, Options>(make: (options: Options) => Adapter) => (options: Options) => Adapter;
  /** Runs the call; rejects when the database was lost in it, however the call ended. */
  during: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** In which it knows the call. */
  context: AsyncContext;
};

/**
 * The identity library takes a database that does not answer for an account that could not be made, or for a session that
 * is gone: it says 422, or tells who signed out that he did. So it is not believed when the database was lost meanwhile.
 */
export function databaseLosses(): Losses {
  const calls = new AsyncLocalStorage<{ lost: Error | null }>();

  function noted(error: unknown): never {
    const call = calls.getStore();
    if (call !== undefined && error instanceof Error && isConnectionLost(error)) call.lost ??= error;
    throw error;
  }

  return {
    context: calls,
    note: (make) => (options) =>
      new Proxy(make(options), {
        get(adapter, name) {
          const member: unknown = Reflect.get(adapter, name);
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) => {
            const answer: unknown = member.apply(adapter, given);
            return answer instanceof Promise ? answer.catch(noted) : answer;
          };
        },
      }),
    async during(call) {
      const store: { lost: Error | null } = { lost: null };
      const [ending] = await Promise.allSettled([calls.run(store, call)]);
      if (store.lost !== null) throw store.lost;
      if (ending.status === 'rejected') throw ending.reason;
      return ending.value;
    },
  };
}
