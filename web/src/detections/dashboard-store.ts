import type { QueryClient } from '@tanstack/react-query';
import type { Detection } from '@vedette/contract/detection';
import { PAGE_SIZE_DEFAULT } from '@vedette/contract/limits';
import { ACTIVE_THREAT_LEVEL_DEFAULT } from '@vedette/contract/threat-level';
import { loadPublicConfig } from '../api/public-config.ts';
import { isNetworkError, isRequestError } from '../api/request.ts';
import type { LiveEvent } from '../live/live-event.ts';
import type { LiveStream } from '../live/live-stream.ts';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { createCounterRefresh } from './counter-refresh.ts';
import { createDashboardCache } from './dashboard-cache.ts';
import { dashboardKey, fetchSnapshot, testServer } from './detections.queries.ts';
import { createEventBuffer } from './event-buffer.ts';
import { groupByDefault } from './group-repeats.ts';
import { loadOlderThreats } from './older-threats.ts';
import { type Snapshot, withEvents } from './snapshot.ts';
import { createStaleStreamTimer } from './stale-stream-timer.ts';
import { createTombstones } from './tombstones.ts';

/** What the dashboard shows, kept current: loaded from the server, changed by live events, without what is being deleted. */
export type DashboardStore = {
  /** Loads everything; the query function of `dashboardKey`. */
  load: () => Promise<Snapshot>;
  /** Applies events of the stream. */
  applyEvents: (events: readonly LiveEvent[]) => void;
  reload: () => Promise<void>;
  /** The stream may have missed events: loads everything again, here and in whatever subscribes. */
  recover: () => void;
  /** The same on a guard's request. */
  refresh: () => Promise<void>;
  loadOlderThreats: () => Promise<void>;
  /** Compares the counters with the server's, and reloads when they show that events were missed. */
  checkCounters: () => Promise<void>;
  /** Hides a detection until its deletion is confirmed or refused. */
  hide: (detection: Detection) => void;
  confirm: (id: number) => void;
  restore: (detection: Detection) => void;
  isGone: (id: number) => boolean;
  /** Called with the events applied: `reset` when some may have been missed, none when a detection was hidden or restored. */
  subscribe: (listener: (events: readonly LiveEvent[]) => void) => () => void;
  arrivals: Arrivals;
  stop: () => void;
};

type Parts = {
  client: QueryClient;
  stream: () => Pick<LiveStream, 'ready' | 'checkNow' | 'restart'>;
  /** Asks who is signed in; a load that was refused for it has failed only then. */
  onUnauthorized?: () => Promise<void>;
};

export function createDashboardStore({ client, stream, onUnauthorized }: Parts): DashboardStore {
  const cache = createDashboardCache(client);
  const buffer = createEventBuffer<LiveEvent>();
  const gone = createTombstones();
  const arrivals = createArrivals();
  const listeners = new Set<(events: readonly LiveEvent[]) => void>();
  const staleStream = createStaleStreamTimer(() => stream().restart());
  const counters = createCounterRefresh({
    buffer,
    current: cache.current,
    // The former lists may hold detections that were deleted since.
    store: (loaded, { before, events }) =>
      cache.update((snapshot) => ({
        ...snapshot,
        counters: withEvents({ ...(before ?? snapshot), counters: loaded }, events, context()).counters,
      })),
    onNetworkError: () => stream().checkNow(),
  });
  let activeThreatLevel: number = ACTIVE_THREAT_LEVEL_DEFAULT;
  let team = false;
  // The first load, and the one after a gap, return detections that the stream never delivers.
  let expectsGap = true;

  function context() {
    return { activeThreatLevel, team, isGone: gone.has, now: Date.now() };
  }

  function notify(events: readonly LiveEvent[]) {
    for (const listener of listeners) listener(events);
  }

  function deletions(): LiveEvent[] {
    return [...gone.ids()].map((id) => ({ type: 'detection.deleted', data: { id } }));
  }

  async function load() {
    try {
      await Promise.all([stream().ready, testServer(), readConfig()]);
      const { loaded, eventsSince } = await buffer.whileLoading(() =>
        fetchSnapshot(cache.current()?.threats.asked ?? PAGE_SIZE_DEFAULT, team),
      );
      const snapshot = withEvents(loaded, [...deletions(), ...eventsSince], context());
      noteLoaded(snapshot);
      return snapshot;
    } catch (error) {
      if (isRequestError(error) && error.code === 'UNAUTHORIZED') await onUnauthorized?.();
      const failure = error instanceof Error ? error.message : String(error);
      cache.update((snapshot) => ({ ...snapshot, failure }));
      if (isNetworkError(error)) stream().checkNow();
      throw error;
    }
  }

  /** The lists do not need it to be shown: without an answer the former settings hold. */
  async function readConfig() {
    try {
      const config = await loadPublicConfig();
      activeThreatLevel = config.active_threat_level;
      team = config.team;
      groupByDefault(team);
    } catch {}
  }

  function noteLoaded(loaded: Snapshot) {
    const before = cache.current();
    const newest = newestId(loaded);
    if (before) {
      // Threats that arrived while the stream was broken are new to the guard, too.
      const known = newestId(before);
      const came = loaded.threats.items.filter(({ id }) => id > known && !arrivals.has(id));
      arrivals.note(came.toReversed(), incidentsIn(before));
    }
    if (expectsGap) staleStream.delivered(newest);
    expectsGap = false;
    staleStream.loaded(newest);
  }

  function applyEvents(events: readonly LiveEvent[]) {
    buffer.add(events);
    if (events.some(({ type }) => type === 'reset')) recover();
    const changes = events.filter(({ type }) => type !== 'hello' && type !== 'reset');
    if (changes.length === 0) return;
    const before = cache.current();
    for (const event of changes) {
      if (event.type === 'detection.created') staleStream.delivered(event.data.id);
      if (event.type === 'detection.deleted') gone.confirm(event.data.id);
      if (event.type === 'detections.cleared') gone.confirmAll();
    }
    cache.applyEvents(changes, context());
    markArrivals(before, changes);
    notify(changes);
    counters.eventsArrived();
    if (team && changes.some(isUnlisted)) void reload();
  }

  /** Whether the list of threats may lack what an event is about: a reopened incident, or the answer of a merged one. */
  function isUnlisted(event: LiveEvent) {
    if (event.type !== 'incident.answered') return event.type === 'incident.merged';
    const { state, incident_id } = event.data;
    return state !== 'closed' && !incidentsIn(cache.current()).has(incident_id);
  }

  /** Before the first lists are there, what the stream delivers is new to the guard, too. */
  function markArrivals(before: Snapshot | undefined, events: readonly LiveEvent[]) {
    const listed = new Set(before?.threats.items.map(({ id }) => id));
    const threats = events.flatMap((event) =>
      event.type === 'detection.created' && event.data.threat_level >= activeThreatLevel ? [event.data] : [],
    );
    arrivals.note(
      threats.filter(({ id }) => !listed.has(id) && !gone.has(id)),
      incidentsIn(before),
    );
  }

  async function reload() {
    await client.refetchQueries({ queryKey: dashboardKey }, { throwOnError: false });
  }

  function refresh() {
    notify([{ type: 'reset', data: {} }]);
    return reload();
  }

  function recover() {
    expectsGap = true;
    // A first load that is still running cannot be restarted, and may have begun before the gap.
    const firstLoadRuns = cache.current() === undefined;
    void refresh().then(() => (firstLoadRuns ? reload() : undefined));
  }

  function hide(detection: Detection) {
    const { id } = detection;
    gone.hide(id);
    const deletion: LiveEvent = { type: 'detection.deleted', data: { id } };
    cache.applyEvents([deletion], { ...context(), alsoCounted: detection });
    notify([]);
  }

  function restore(detection: Detection) {
    if (!gone.restore(detection.id)) return;
    cache.applyEvents([{ type: 'detection.created', data: detection }], context());
    notify([]);
    // Counters that were requested in between include it.
    counters.schedule();
  }

  return {
    load,
    applyEvents,
    reload,
    recover,
    refresh,
    loadOlderThreats: () => loadOlderThreats({ cache, buffer, context, deletions, reload }),
    checkCounters: async () => {
      if (await counters.revealsMissedEvents()) await reload();
    },
    hide,
    confirm: gone.confirm,
    restore,
    isGone: gone.has,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    arrivals,
    stop() {
      counters.stop();
      staleStream.stop();
      arrivals.stop();
    },
  };
}

function incidentsIn(snapshot: Snapshot | undefined): ReadonlySet<number> {
  return new Set(snapshot?.threats.items.flatMap(({ incident_id }) => incident_id ?? []));
}

function newestId({ recent, threats }: Snapshot): number {
  return [...recent.items, ...threats.items].reduce((newest, { id }) => Math.max(newest, id), 0);
}
