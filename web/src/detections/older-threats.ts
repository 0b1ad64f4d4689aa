import { PAGE_SIZE_DEFAULT } from '@vedette/contract/limits';
import type { LiveEvent } from '../live/live-event.ts';
import type { DashboardCache } from './dashboard-cache.ts';
import { fetchThreats } from './detections.queries.ts';
import type { EventBuffer } from './event-buffer.ts';
import { withOlder } from './listing.ts';
import { type EventContext, withEvents } from './snapshot.ts';

type Parts = {
  cache: DashboardCache;
  buffer: EventBuffer<LiveEvent>;
  context: () => EventContext;
  /** Deletions that a loaded page may not contain yet. */
  deletions: () => readonly LiveEvent[];
  reload: () => Promise<void>;
};

/** Appends the next page of threats to the list; where its end was cut off, loads a longer list. */
export async function loadOlderThreats({ cache, buffer, context, deletions, reload }: Parts): Promise<void> {
  const list = cache.current()?.threats;
  if (!list || list.older.kind === 'none') return;
  if (list.older.kind === 'cut') {
    const asked = list.items.length + PAGE_SIZE_DEFAULT;
    cache.update((snapshot) => ({ ...snapshot, threats: { ...snapshot.threats, asked } }));
    return reload();
  }
  const { cursor } = list.older;
  const page = await buffer.whileLoading(() =>
    fetchThreats({ limit: PAGE_SIZE_DEFAULT, cursor, unclosed: context().team }),
  );
  cache.update((snapshot) => {
    const { older } = snapshot.threats;
    if (older.kind !== 'cursor' || older.cursor !== cursor) return snapshot;
    const grown = { ...snapshot, threats: withOlder(snapshot.threats, page.loaded) };
    // The counters include these events.
    return { ...withEvents(grown, [...deletions(), ...page.eventsSince], context()), counters: snapshot.counters };
  });
}
