/** The views of the dashboard; the history is opened from the recent detections. */
export type View = 'recent' | 'threats' | 'statistics' | 'history';

/** The history's filters in the address, so that a link shows what its sender saw. */
export const historyParameters = [
  'weapon_type',
  'level',
  'device_id',
  'location',
  'period',
  'from',
  'to',
  'text',
] as const;

/** @param query of the address: ?view=recent, ?view=statistics, ?view=history; threats when it says nothing else */
export function viewOf(query: URLSearchParams): View {
  const view = query.get('view');
  return view === 'recent' || view === 'statistics' || view === 'history' ? view : 'threats';
}

/** The address of another view; unrelated parameters stay in it. */
export function withView(query: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(query);
  if (view === 'threats') next.delete('view');
  else next.set('view', view);
  if (view !== 'history') for (const name of historyParameters) next.delete(name);
  return next;
}
