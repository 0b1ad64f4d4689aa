import { setTimeout as sleep } from 'node:timers/promises';

/** @returns a function whose promise resolves when the next turn is due: turns are evenly spread, and late ones resolve at once */
export function pace(perSecond: number): () => Promise<void> {
  const start = performance.now();
  let turn = 0;
  return async () => {
    const due = start + (turn * 1_000) / perSecond;
    turn += 1;
    await sleep(Math.max(0, due - performance.now()));
  };
}
