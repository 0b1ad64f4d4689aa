import type { AllDetectionsAnswer, Detection } from '@vedette/contract/detection';

export type HistoryPage = Pick<AllDetectionsAnswer, 'data' | 'next_cursor'>;

/** The list that somebody reads: it grows at its end only; what comes in live waits until it is asked for. */
export type History = {
  phase: 'loading' | 'ready' | 'failed';
  /** The error of the last load. */
  reason: string;
  items: readonly Detection[];
  /** How to get what is older; null when nothing is. */
  cursor: string | null;
  older: 'idle' | 'loading' | 'failed';
  waiting: ReadonlySet<number>;
  /** More arrived during a break than were counted: at least as many as are in `waiting`. */
  uncounted: boolean;
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
  /** After a break: what stands above the list by now, and the list's own part as it is. */
  | { type: 'caught up'; above: HistoryPage; own: HistoryPage };

export const startOfHistory: History = {
  phase: 'loading',
  reason: '',
  items: [],
  cursor: null,
  older: 'idle',
  waiting: new Set(),
  uncounted: false,
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
      return now.phase === 'ready' ? caughtUp(now, event) : now;
  }
}

function withOlderPage(now: History, { data, next_cursor }: HistoryPage): History {
  const listed = new Set(now.items.map(({ id }) => id));
  const items = [...now.items, ...data.filter(({ id }) => !listed.has(id))];
  // A late detection may belong to a page that is loaded only now.
  return { ...now, items, cursor: next_cursor, older: 'idle', waiting: except(now.waiting, data) };
}

function caughtUp(now: History, { above, own }: { above: HistoryPage; own: HistoryPage }): History {
  const there = new Set(own.data.map(({ id }) => id));
  const listed = new Set(now.items.map(({ id }) => id));
  // The reload covers the list down to the end of its page, and the list holds nothing below its own end.
  const items = now.items.filter((it) => there.has(it.id) || isBelow(it, own.next_cursor, own.data));
  const missed = [...above.data, ...own.data].filter((it) => !listed.has(it.id) && !isBelow(it, now.cursor, now.items));
  return {
    ...now,
    items,
    waiting: new Set([...now.waiting, ...missed.map(({ id }) => id)]),
    uncounted: now.uncounted || above.next_cursor !== null,
  };
}

/** @param cursor of a list that ends there; null when nothing follows it */
function isBelow({ timestamp }: Detection, cursor: string | null, list: readonly Detection[]): boolean {
  const last = list.at(-1);
  return cursor !== null && last !== undefined && timestamp < last.timestamp;
}

function except(waiting: ReadonlySet<number>, listed: readonly Detection[]): ReadonlySet<number> {
  const left = new Set(waiting);
  for (const { id } of listed) left.delete(id);
  return left;
}
