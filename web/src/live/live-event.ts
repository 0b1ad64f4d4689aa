import type { StreamEvent } from '@vedette/contract/stream-event';

/** `seq` is its number in the server's log; what this page itself brought about has none. */
export type LiveEvent = Exclude<StreamEvent, { type: 'storage' }> & { seq?: number };
