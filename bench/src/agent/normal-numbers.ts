import { randomNumbers } from '../power/random-numbers.ts';

/** Returns normally distributed random numbers (Box–Muller), the same in each run. */
export function normalNumbers(seed = 1): () => number {
  const uniform = randomNumbers(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
