import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../live/live-event.ts';
import { dashboardKey } from './detections.queries.ts';
import { type EventContext, type Snapshot, withEvents } from './snapshot.ts';

/** The snapshot in the query cache; undefined until the first load. */
export type DashboardCache = {
  current: () => Snapshot | undefined;
  update: (edit: (snapshot: Snapshot) => Snapshot) => void;
  applyEvents: (events: readonly LiveEvent[], context: EventContext) => void;
};

export function createDashboardCache(client: QueryClient): DashboardCache {
  function update(edit: (snapshot: Snapshot) => Snapshot) {
    client.setQueryData<Snapshot>(dashboardKey, (snapshot) => snapshot && edit(snapshot));
  }
  return {
    current: () => client.getQueryData<Snapshot>(dashboardKey),
    update,
    applyEvents: (events, context) => update((snapshot) => withEvents(snapshot, events, context)),
  };
}
