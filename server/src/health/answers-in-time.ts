/** A part that does not answer within this many milliseconds is as good as gone. */
const LONGEST_MS = 2_000;
/** However often somebody asks, the part itself is asked once in this time. */
const KEPT_MS = 1_000;

/** How a part is, shared by all who ask; null: well, otherwise what it said. */
export type Ask = () => Promise<Error | null>;

/**
 * Makes a check cheap to ask again and again. A check that does not come back is not made a second time, so that a part
 * that has fallen silent is left with one question, not with one from each poll.
 */
export function answersInTime({ check, elapsed }: { check: () => Promise<void>; elapsed: () => number }): Ask {
  let kept: { answer: Promise<Error | null>; at: number } | null = null;
  let asking: Promise<Error | null> | null = null;

  function askAgain(): Promise<Error | null> {
    asking ??= check()
      .then(() => null, errorOf)
      .finally(() => {
        asking = null;
      });
    return withinTime(asking);
  }

  return () => {
    if (kept === null || elapsed() - kept.at >= KEPT_MS) kept = { answer: askAgain(), at: elapsed() };
    return kept.answer;
  };
}

async function withinTime(asking: Promise<Error | null>): Promise<Error | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error(`no answer within ${LONGEST_MS} ms`)), LONGEST_MS);
  });
  const answer = await Promise.race([asking, late]);
  clearTimeout(timer);
  return answer;
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
