import { setImmediate as nextTurn } from 'node:timers/promises';

/** Yields empty steps until the work settles, so that a generator of small steps can await slow work without blocking its caller. */
export async function* yieldUntilSettled<Result>(work: Promise<Result>): AsyncGenerator<never[], Result> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  work.then(settle, settle);
  while (!settled) {
    // A caller that takes the steps in a loop would otherwise keep the event loop from settling the work.
    await nextTurn();
    yield [];
  }
  return await work;
}
