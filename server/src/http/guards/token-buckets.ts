export type BucketSize = {
  /** The maximum number of tokens, and so the largest burst. */
  capacity: number;
  perSecond: number;
};

/** One bucket per key, in memory or in the database. */
export type Buckets = {
  /** Takes one token. Returns 0, or the seconds until the next token; nothing is taken then. */
  take: (key: string) => number | Promise<number>;
  /** Returns a token that was not used. */
  giveBack: (key: string) => void | Promise<void>;
};

/** Creates the buckets of one kind. */
export type OpenBuckets = (name: string, size: BucketSize) => Buckets;

export type TokenBuckets = {
  take: (key: string) => number;
  giveBack: (key: string) => void;
  /** Returns what `take` would, without taking. */
  wait: (key: string) => number;
  /** Takes tokens even when they are missing; the debt is refilled first. */
  spend: (key: string, tokens: number) => void;
};

type Bucket = { tokens: number; at: number };

/** In memory. Full buckets are dropped, so that only those in use are kept. */
export function tokenBuckets({ capacity, perSecond, elapsed }: BucketSize & { elapsed: () => number }): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  let sweepAt = SWEEP_SIZE;

  const filled = (bucket: Bucket, at: number) =>
    Math.min(capacity, bucket.tokens + (Math.max(0, at - bucket.at) * perSecond) / 1_000);

  function sweep(at: number): void {
    for (const [key, bucket] of buckets) if (filled(bucket, at) >= capacity) buckets.delete(key);
    sweepAt = Math.max(SWEEP_SIZE, buckets.size * 2);
  }

  function wait(key: string): number {
    const bucket = buckets.get(key);
    const tokens = bucket === undefined ? capacity : filled(bucket, elapsed());
    return tokens >= 1 ? 0 : (1 - tokens) / perSecond;
  }

  function spend(key: string, tokens: number): void {
    const at = elapsed();
    const bucket = buckets.get(key) ?? { tokens: capacity, at };
    bucket.tokens = filled(bucket, at) - tokens;
    bucket.at = at;
    buckets.set(key, bucket);
    if (buckets.size > sweepAt) sweep(at);
  }

  return {
    wait,
    spend,
    take(key) {
      const seconds = wait(key);
      if (seconds > 0) return seconds;
      spend(key, 1);
      return 0;
    },
    giveBack(key) {
      const bucket = buckets.get(key);
      if (bucket !== undefined) bucket.tokens = Math.min(capacity, bucket.tokens + 1);
    },
  };
}

const SWEEP_SIZE = 10_000;
