/** Pseudo-random numbers, which are equal for the same seed. */
export type Chance = {
  /** A float in [from, to). */
  between: (from: number, to: number) => number;
  /** An integer from `from` to `to`, both included. */
  integer: (from: number, to: number) => number;
  pick: <T>(choices: readonly [T, ...T[]]) => T;
  /** True in `share` of the calls, 0–1. */
  often: (share: number) => boolean;
};

export function seededChance(seed: number): Chance {
  const next = mulberry32(seed);
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between: (from, to) => from + next() * (to - from),
    integer,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    often: (share) => next() < share,
  };
}

/** A seed from a name (FNV-1a), so that things with a name look the same in every run. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

// Mulberry32: 32 bits of state are enough for pictures.
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
