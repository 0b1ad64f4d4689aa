/** A frame without a row, left by a crash, is removed when it is older than this. */
export const ORPHAN_AGE_MS = 24 * 60 * 60 * 1_000;
/** A crash leaves at most one batch. More orphans in one step of a sweep mean that rows were lost: none is removed. */
export const CRASH_ORPHANS_MAX = 256;
