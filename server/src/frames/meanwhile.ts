import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets a generator of small steps wait for something slow without holding up whoever takes its steps: each is empty. */
export async function* meanwhile<Result>(work: Promise<Result>): AsyncGenerator<never[], Result> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  work.then(settle, settle);
  while (!settled) {
    // Somebody who takes one step after the other leaves the event loop no turn of its own to settle it in.
    await nextTurn();
    yield [];
  }
  return await work;
}
