type Received = { id: number; received_at: number };

/**
 * Finds the rows that are due among the oldest ones, ordered by id. Ids follow the order of storing, so the scan ends at
 * the first row that is not due. A row from the future was stored while the server's clock was wrong: it is kept and does
 * not end the scan.
 * @returns `upTo`: the id of the last due row, null when none is due; `ended`: no later row is due
 */
export function dueAmong(
  rows: readonly Received[],
  { before, now }: { before: number; now: number },
): { upTo: number | null; ended: boolean } {
  const end = rows.findIndex(({ received_at: at }) => at >= before && at <= now);
  const scanned = end === -1 ? rows : rows.slice(0, end);
  const last = scanned.findLast(({ received_at: at }) => at < before);
  return { upTo: last?.id ?? null, ended: end !== -1 };
}

const SMALLEST_BATCH = 16;
export const FIRST_BATCH = 64;
const LARGEST_BATCH = 512;
/** Reports wait while a batch runs, so it should take no longer than a group commit. */
const SHORT_MS = 6;
const LONG_MS = 15;

/** The size of the next batch after one of `rows` rows took `tookMs`: smaller on a slow disk or a busy machine. */
export function nextBatch(rows: number, tookMs: number): number {
  if (tookMs > LONG_MS) return Math.max(SMALLEST_BATCH, Math.floor(rows / 2));
  return tookMs < SHORT_MS ? Math.min(LARGEST_BATCH, rows * 2) : rows;
}
