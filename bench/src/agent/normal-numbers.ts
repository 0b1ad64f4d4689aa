import { randomNumbers } from '../power/random-numbers.ts';

/** Normally distributed random numbers that are the same in each run, by the method of Box and Muller. */
export function normalNumbers(seed = 1): () => number {
  const uniform = randomNumbers(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
