import { setTimeout as sleep } from 'node:timers/promises';

/** @returns what settles when the next turn is due: evenly spread over each second, from now on, late turns at once */
export function pace(perSecond: number): () => Promise<void> {
  const start = performance.now();
  let turn = 0;
  return async () => {
    const due = start + (turn * 1_000) / perSecond;
    turn += 1;
    await sleep(Math.max(0, due - performance.now()));
  };
}
