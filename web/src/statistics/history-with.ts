import type { historyParameters } from '../detections/dashboard-view.ts';

/** The address of the history with only these filters. */
export function historyWith(filter: Partial<Record<(typeof historyParameters)[number], string>>): string {
  return `/dashboard?${new URLSearchParams({ view: 'history', ...filter })}`;
}
