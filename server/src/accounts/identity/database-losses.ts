import { AsyncLocalStorage } from 'node:async_hooks';
import { isConnectionLost } from '../../db/connection-lost.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { isDiskFull } from '../../disk/disk-full.ts';
import type { AsyncContext } from './idle-async-contexts.ts';

type Translate = (error: unknown) => unknown;

type DatabaseLosses = {
  /**
   * Wraps the adapter so that failures are noted.
   * @param translate turns an error of the database into the one that the library gets
   */
  wrap: <Adapter extends object, Options>(
    make: (options: Options) => Adapter,
    translate: Translate,
  ) => (options: Options) => Adapter;
  /** Runs the call. Rejects when the database failed during it, even when the call itself resolved. */
  run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** The context that identifies the call. */
  context: AsyncContext;
};

/**
 * The identity library treats a database that does not answer as a failed sign-up (422), a missing session or a wrong
 * passkey, and answers a sign-out with success. Its answer is therefore discarded when the database failed during the
 * call; a taken address is no failure.
 */
export function databaseLosses(): DatabaseLosses {
  const calls = new AsyncLocalStorage<{ lost: Error | null }>();

  function noteLoss(error: unknown): void {
    const call = calls.getStore();
    if (call !== undefined && error instanceof Error && isFailure(error)) call.lost ??= error;
  }

  function watched<Adapter extends object>(adapter: Adapter, translate: Translate): Adapter {
    return new Proxy(adapter, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          // In a transaction the library works on another adapter, which it passes to its callback.
          const [callback] = args;
          const watchedCallback = (adapter: object) =>
            (callback as (adapter: object) => unknown)(watched(adapter, translate));
          const result: unknown = member.apply(target, name === 'transaction' ? [watchedCallback] : args);
          if (!(result instanceof Promise)) return result;
          return result.catch((error: unknown) => {
            noteLoss(error);
            throw translate(error);
          });
        };
      },
    });
  }

  return {
    context: calls,
    wrap: (make, translate) => (options) => watched(make(options), translate),
    async run(call) {
      const store: { lost: Error | null } = { lost: null };
      const [outcome] = await Promise.allSettled([calls.run(store, call)]);
      if (store.lost !== null) throw store.lost;
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
  };
}

/** An error of the database, in the codes of SQLite and PostgreSQL; in a transaction the library throws refusals, too. */
function isFailure(error: Error): boolean {
  const { code } = error as { code?: unknown };
  const isOfDatabase = typeof code === 'string' && /^(SQLITE_\w+|[0-9A-Z]{5})$/.test(code);
  return isConnectionLost(error) || isDiskFull(error) || (isOfDatabase && !isUniqueViolation(error));
}
