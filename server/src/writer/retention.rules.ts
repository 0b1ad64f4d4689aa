type Received = { id: number; received_at: number };

/**
 * Which of the oldest rows, in the order of their ids, are due. Ids are given in the order of storing, so the first row
 * that is not due ends the walk: nothing behind it is. A row from the future was stored while the server's clock was
 * wrong; it stays, and does not hold up those behind it.
 * @returns `upTo`: all due rows among these have ids up to this one, null when none is; `ended`: nothing behind them is due
 */
export function dueAmong(
  rows: readonly Received[],
  { before, now }: { before: number; now: number },
): { upTo: number | null; ended: boolean } {
  const end = rows.findIndex(({ received_at: at }) => at >= before && at <= now);
  const walked = end === -1 ? rows : rows.slice(0, end);
  const last = walked.findLast(({ received_at: at }) => at < before);
  return { upTo: last?.id ?? null, ended: end !== -1 };
}

const SMALLEST_BATCH = 16;
export const FIRST_BATCH = 64;
const LARGEST_BATCH = 512;
/** Reports wait for a batch that is under way: no longer than for one another. */
const SHORT_MS = 6;
const LONG_MS = 15;

/** How many rows the next batch takes, when one of `rows` took so many milliseconds: a slow disk or a busy machine gets small ones. */
export function nextBatch(rows: number, tookMs: number): number {
  if (tookMs > LONG_MS) return Math.max(SMALLEST_BATCH, Math.floor(rows / 2));
  return tookMs < SHORT_MS ? Math.min(LARGEST_BATCH, rows * 2) : rows;
}
