import type { Answer } from '@vedette/contract/answer';
import type { AllDetectionsAnswer, Detection } from '@vedette/contract/detection';

export type HistoryPage = Pick<AllDetectionsAnswer, 'data' | 'next_cursor'>;

/** The list of detections. It grows only at its end; live detections wait until the user asks for them. */
export type History = {
  phase: 'loading' | 'ready' | 'failed';
  /** The error of the last load. */
  reason: string;
  items: readonly Detection[];
  /** The cursor of the next page; null at the end of the list. */
  cursor: string | null;
  older: 'idle' | 'loading' | 'failed';
  waiting: ReadonlySet<number>;
  /** Whether more detections arrived during a disconnection than were counted; `waiting` is then a lower bound. */
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
  | { type: 'answered'; answers: readonly Answer[] }
  /** After a disconnection: the detections above the list, and the current content of the list's own range. */
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
    case 'answered':
      return { ...now, items: now.items.map((it) => withAnswer(it, event.answers)) };
    case 'cleared':
      return { ...startOfHistory, phase: 'ready' };
    case 'caught up':
      return now.phase === 'ready' ? caughtUp(now, event) : now;
  }
}

function withAnswer(detection: Detection, answers: readonly Answer[]): Detection {
  const answer = answers.findLast(({ incident_id }) => incident_id === detection.incident_id);
  return answer ? { ...detection, answer } : detection;
}

function withOlderPage(now: History, { data, next_cursor }: HistoryPage): History {
  const listed = new Set(now.items.map(({ id }) => id));
  const items = [...now.items, ...data.filter(({ id }) => !listed.has(id))];
  // A waiting detection may be part of the older page.
  return { ...now, items, cursor: next_cursor, older: 'idle', waiting: except(now.waiting, data) };
}

function caughtUp(now: History, { above, own }: { above: HistoryPage; own: HistoryPage }): History {
  const there = new Map(own.data.map((it) => [it.id, it]));
  const listed = new Set(now.items.map(({ id }) => id));
  // Items below the end of the reloaded page are unknown, and are kept. Detections below the end of the list are not new.
  const items = now.items.flatMap((it) => there.get(it.id) ?? (isBelow(it, own.next_cursor, own.data) ? it : []));
  const missed = [...above.data, ...own.data].filter((it) => !listed.has(it.id) && !isBelow(it, now.cursor, now.items));
  return {
    ...now,
    items,
    waiting: new Set([...now.waiting, ...missed.map(({ id }) => id)]),
    uncounted: now.uncounted || above.next_cursor !== null,
  };
}

/** @param cursor the cursor at the end of the list; null when the list is complete */
function isBelow({ timestamp }: Detection, cursor: string | null, list: readonly Detection[]): boolean {
  const last = list.at(-1);
  return cursor !== null && last !== undefined && timestamp < last.timestamp;
}

function except(waiting: ReadonlySet<number>, listed: readonly Detection[]): ReadonlySet<number> {
  const left = new Set(waiting);
  for (const { id } of listed) left.delete(id);
  return left;
}
