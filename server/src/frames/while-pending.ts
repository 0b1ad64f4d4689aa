import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets a generator of small steps await slow work without blocking its caller: it yields empty steps until the work settles. */
export async function* emptyStepsUntil<Result>(work: Promise<Result>): AsyncGenerator<never[], Result> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  work.then(settle, settle);
  while (!settled) {
    // A caller that takes the steps in a tight loop would otherwise never let the event loop settle the work.
    await nextTurn();
    yield [];
  }
  return await work;
}
