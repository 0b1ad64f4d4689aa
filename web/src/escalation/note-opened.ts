import { request } from '../api/request.ts';

/** The link of a message was opened. It is only noted: without it the page is the same. */
export function noteOpened(id: number): void {
  request(`/deliveries/${id}/opened`, { method: 'POST' }).catch(() => undefined);
}
