/** A check that takes longer than this has failed. */
const TIMEOUT_MS = 2_000;
/** A result is reused for this time. */
const CACHED_MS = 1_000;

/** The shared result of a check; null when it succeeded. */
export type CachedCheck = () => Promise<Error | null>;

/**
 * Caches a check, so that frequent polls cost little. A check that does not answer is not started again, so that an
 * unresponsive part gets one request and not one per poll.
 */
export function cachedCheck({ check, elapsed }: { check: () => Promise<void>; elapsed: () => number }): CachedCheck {
  let cached: { answer: Promise<Error | null>; at: number } | null = null;
  let running: Promise<Error | null> | null = null;

  function checkAgain(): Promise<Error | null> {
    running ??= check()
      .then(() => null, errorOf)
      .finally(() => {
        running = null;
      });
    return withinTime(running);
  }

  return () => {
    if (cached === null || elapsed() - cached.at >= CACHED_MS) cached = { answer: checkAgain(), at: elapsed() };
    return cached.answer;
  };
}

async function withinTime(running: Promise<Error | null>): Promise<Error | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  const answer = await Promise.race([running, late]);
  clearTimeout(timer);
  return answer;
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
