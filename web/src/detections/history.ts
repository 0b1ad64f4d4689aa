import type { AllDetectionsAnswer, Detection } from '@vedette/contract/detection';

export type HistoryPage = Pick<AllDetectionsAnswer, 'data' | 'next_cursor'>;

/** The list that somebody reads: it grows at its end only; what comes in live waits until it is asked for. */
export type History = {
  phase: 'loading' | 'ready' | 'failed';
  /** Why it could not be loaded. */
  reason: string;
  items: readonly Detection[];
  /** How to get what is older; null when nothing is. */
  cursor: string | null;
  older: 'idle' | 'loading' | 'failed';
  waiting: ReadonlySet<number>;
};

export type HistoryEvent =
  | { type: 'asked' }
  | { type: 'loaded'; page: HistoryPage }
  | { type: 'failed'; reason: string }
  | { type: 'older asked' }
  | { type: 'older loaded'; page: HistoryPage; after: string }
  | { type: 'older failed' }
  | { type: 'arrived'; ids: readonly number[] }
  | { type: 'cleared' }
  /** The newest part once more, after a break: `page` reaches as far down as was asked for. */
  | { type: 'caught up'; page: HistoryPage };

export const startOfHistory: History = {
  phase: 'loading',
  reason: '',
  items: [],
  cursor: null,
  older: 'idle',
  waiting: new Set(),
};

export function nextHistory(now: History, event: HistoryEvent): History {
  switch (event.type) {
    case 'asked':
      return startOfHistory;
    case 'loaded':
      return {
        ...now,
        phase: 'ready',
        items: event.page.data,
        cursor: event.page.next_cursor,
        waiting: except(now.waiting, event.page.data),
      };
    case 'failed':
      return { ...now, phase: 'failed', reason: event.reason };
    case 'older asked':
      return { ...now, older: 'loading' };
    case 'older failed':
      return { ...now, older: 'failed' };
    case 'older loaded':
      return now.cursor === event.after ? withOlderPage(now, event.page) : now;
    case 'arrived': {
      const listed = new Set(now.items.map(({ id }) => id));
      return { ...now, waiting: new Set([...now.waiting, ...event.ids.filter((id) => !listed.has(id))]) };
    }
    case 'cleared':
      return { ...startOfHistory, phase: 'ready' };
    case 'caught up':
      return now.phase === 'ready' ? caughtUp(now, event.page) : now;
  }
}

function withOlderPage(now: History, { data, next_cursor }: HistoryPage): History {
  const listed = new Set(now.items.map(({ id }) => id));
  const items = [...now.items, ...data.filter(({ id }) => !listed.has(id))];
  // What came late by its own time may lie so far down that it is only now reached.
  return { ...now, items, cursor: next_cursor, older: 'idle', waiting: except(now.waiting, data) };
}

function caughtUp(now: History, { data, next_cursor }: HistoryPage): History {
  const there = new Set(data.map(({ id }) => id));
  const listed = new Set(now.items.map(({ id }) => id));
  const last = data.at(-1);
  // Below the page's end nothing is known anew.
  const isBelow = (it: Detection) => next_cursor !== null && last !== undefined && it.timestamp < last.timestamp;
  const items = now.items.filter((it) => there.has(it.id) || isBelow(it));
  const missed = data.filter(({ id }) => !listed.has(id)).map(({ id }) => id);
  return { ...now, items, waiting: new Set([...now.waiting, ...missed]) };
}

function except(waiting: ReadonlySet<number>, listed: readonly Detection[]): ReadonlySet<number> {
  const left = new Set(waiting);
  for (const { id } of listed) left.delete(id);
  return left;
}
