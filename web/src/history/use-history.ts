import type { HistoryFilter } from '@vedette/contract/history';
import type { StreamEvent } from '@vedette/contract/stream-event';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { fetchHistory, fetchSince } from './history.queries.ts';
import { nextHistory, startOfHistory } from './history.ts';
import { type ChosenFilter, resolved, satisfies } from './history-filter.ts';

/** The history with this filter, loaded page by page and updated by the stream. */
export function useHistory(chosen: ChosenFilter) {
  const store = useDashboardStore();
  const [history, dispatch] = useReducer(nextHistory, startOfHistory);
  // Applying the same filter again moves the end of its period to the current time.
  const [now, setNow] = useState(Date.now);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const key = JSON.stringify(chosen);
  const filter = resolved(chosen, now);
  /** Ignores the response to an earlier request. */
  const question = useRef(0);

  const load = useEffectEvent(async (filter: HistoryFilter) => {
    question.current += 1;
    const own = question.current;
    dispatch({ type: 'asked' });
    try {
      const page = await fetchHistory({ filter });
      if (own === question.current) dispatch({ type: 'loaded', page });
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      if (own === question.current) dispatch({ type: 'failed', reason });
    }
  });
  useEffect(() => void load(resolved(JSON.parse(key) as ChosenFilter, now)), [key, now]);

  async function loadOlder() {
    const { cursor, older, phase } = history;
    if (cursor === null || older === 'loading' || phase !== 'ready') return;
    const own = question.current;
    dispatch({ type: 'older asked' });
    try {
      const page = await fetchHistory({ filter, cursor });
      if (own === question.current) dispatch({ type: 'older loaded', page, after: cursor });
    } catch {
      if (own === question.current) dispatch({ type: 'older failed' });
    }
  }

  const catchUp = useEffectEvent(async () => {
    const own = question.current;
    const since = await fetchSince({ filter, items: history.items }).catch(() => null);
    if (since && own === question.current) dispatch({ type: 'caught up', ...since });
  });

  const follow = useEffectEvent((events: readonly StreamEvent[]) => {
    const cleared = events.findLastIndex(({ type }) => type === 'detections.cleared');
    if (cleared >= 0) {
      question.current += 1;
      dispatch({ type: 'cleared' });
    }
    const ids = events
      .slice(cleared + 1)
      .flatMap((event) => (event.type === 'detection.created' && satisfies(event.data, filter) ? [event.data.id] : []));
    const answers = events.flatMap((event) => (event.type === 'incident.answered' ? [event.data] : []));
    if (answers.length > 0) dispatch({ type: 'answered', answers });
    if (ids.length > 0) dispatch({ type: 'arrived', ids });
    else redraw();
    if (events.some(({ type }) => type === 'reset')) void catchUp();
  });
  useEffect(() => store.subscribe((events) => follow(events)), [store]);

  return {
    ...history,
    filter,
    items: history.items.filter(({ id }) => !store.isGone(id)),
    waiting: [...history.waiting].filter((id) => !store.isGone(id)).length,
    loadOlder,
    reload: () => setNow(Date.now()),
  };
}
