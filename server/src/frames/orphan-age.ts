/** A frame whose row never came (the server died in between) is removed when it is older than this. */
export const ORPHAN_AGE_MS = 24 * 60 * 60 * 1_000;
/** A crash leaves at most one batch. More of them at one step of a sweep mean that rows were lost: none is removed. */
export const ORPHANS_OF_A_CRASH = 256;
