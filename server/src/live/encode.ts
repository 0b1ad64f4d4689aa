import type { StreamEvent } from '@vedette/contract/stream-event';
import type { LoggedEvent } from './event-log.ts';

/** One event in the text form of Server-Sent Events; without a number the client keeps its last one. */
export function encodeEvent(event: StreamEvent, seq?: number): string {
  const id = seq === undefined ? '' : `id: ${seq}\n`;
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

export function encodeEvents(events: readonly LoggedEvent[]): Buffer {
  return Buffer.from(events.map(({ seq, event }) => encodeEvent(event, seq)).join(''));
}

/** Keeps proxies and clients from closing an idle stream. */
export const KEEP_ALIVE = Buffer.from(': keep-alive\n\n');

/** Browsers wait three seconds and more by default before they reconnect. */
export const RETRY = 'retry: 500\n';
