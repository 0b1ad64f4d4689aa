/** A frame whose row never came (the server died in between) is swept when it is older than this. */
export const ORPHAN_AGE_MS = 60 * 60 * 1_000;
