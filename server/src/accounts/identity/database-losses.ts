import { AsyncLocalStorage } from 'node:async_hooks';
import { isConnectionLost } from '../../db/connection-lost.ts';
import { isDiskFull } from '../../disk/disk-full.ts';
import type { AsyncContext } from './idle-async-contexts.ts';

type Translate = (error: unknown) => unknown;

type Losses = {
  /**
   * The same adapter; what it could not ask the database is noted.
   * @param translate an error of the database into what the library shall make of it
   */
  note: <Adapter extends object, Options>(
    make: (options: Options) => Adapter,
    translate: Translate,
  ) => (options: Options) => Adapter;
  /** Runs the call; rejects when the database was lost in it, however the call ended. */
  during: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** In which it knows the call. */
  context: AsyncContext;
};

/**
 * The identity library takes a database that does not answer for an account that could not be made, or for a session that
 * is gone: it says 422, or tells who signed out that he did. So it is not believed when the database was lost meanwhile,
 * nor when its disk is full.
 */
export function databaseLosses(): Losses {
  const calls = new AsyncLocalStorage<{ lost: Error | null }>();

  function note(error: unknown): void {
    const call = calls.getStore();
    if (call !== undefined && error instanceof Error && (isConnectionLost(error) || isDiskFull(error)))
      call.lost ??= error;
  }

  function watched<Adapter extends object>(adapter: Adapter, translate: Translate): Adapter {
    return new Proxy(adapter, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          // What the library does in a transaction it does on an adapter that it is handed there.
          const [work] = given;
          const inside = (adapter: object) => (work as (adapter: object) => unknown)(watched(adapter, translate));
          const answer: unknown = member.apply(target, name === 'transaction' ? [inside] : given);
          if (!(answer instanceof Promise)) return answer;
          return answer.catch((error: unknown) => {
            note(error);
            throw translate(error);
          });
        };
      },
    });
  }

  return {
    context: calls,
    note: (make, translate) => (options) => watched(make(options), translate),
    async during(call) {
      const store: { lost: Error | null } = { lost: null };
      const [ending] = await Promise.allSettled([calls.run(store, call)]);
      if (store.lost !== null) throw store.lost;
      if (ending.status === 'rejected') throw ending.reason;
      return ending.value;
    },
  };
}
