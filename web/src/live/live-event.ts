import type { StreamEvent } from '@vedette/contract/stream-event';

/** `seq` is its number in the server's log; changes made by this page have none. */
export type LiveEvent = Exclude<StreamEvent, { type: 'storage' | 'devices' }> & { seq?: number };
