export type BucketSize = {
  /** What a full bucket holds, and so the largest burst. */
  capacity: number;
  perSecond: number;
};

/** One bucket a key, wherever it is kept. */
export type Buckets = {
  /** Takes one token. Returns 0, or the seconds until there is one again, when nothing is taken. */
  take: (key: string) => number | Promise<number>;
  /** Puts back what was taken and not used up after all. */
  giveBack: (key: string) => void | Promise<void>;
};

/** How to make the buckets of one kind. */
export type OpenBuckets = (name: string, size: BucketSize) => Buckets;

export type TokenBuckets = {
  take: (key: string) => number;
  giveBack: (key: string) => void;
  /** What `take` would return. */
  wait: (key: string) => number;
  /** Takes tokens whether or not they are there; what is missing is refilled first. */
  spend: (key: string, tokens: number) => void;
};

type Bucket = { tokens: number; at: number };

/** In memory. A bucket that has filled up again is forgotten, so there are never more than are in use. */
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
