import type { QueryClient } from '@tanstack/react-query';
import type { Detection } from '@vedette/contract/detection';
import { PAGE_SIZE_DEFAULT } from '@vedette/contract/limits';
import { ACTIVE_THREAT_LEVEL_DEFAULT } from '@vedette/contract/threat-level';
import { loadPublicConfig } from '../api/public-config.ts';
import { isNetworkError } from '../api/request.ts';
import type { LiveEvent } from '../live/live-event.ts';
import type { LiveStream } from '../live/live-stream.ts';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { dashboardKey, fetchCounters, fetchSnapshot, fetchThreats, testServer } from './detections.queries.ts';
import { createJournal } from './journal.ts';
import { withOlder } from './listing.ts';
import { applyEvents, type Snapshot } from './snapshot.ts';
import { createTombstones } from './tombstones.ts';

/** The server's figures are asked for this long after events, at most once in that time. */
const COUNTERS_AFTER_MS = 1_000;
/** A detection that a load shows and the stream has not told by then means that the stream is dead. */
const HEARSAY_MS = 5_000;

/** Keeps what the dashboard shows true: loads it, lets live events change it, and hides what is being deleted. */
export type Watch = {
  load: () => Promise<Snapshot>;
  take: (events: readonly LiveEvent[]) => void;
  recover: () => void;
  reload: () => Promise<void>;
  /** Somebody asked for it: what follows is put right, too. */
  refresh: () => Promise<void>;
  loadOlderThreats: () => Promise<void>;
  checkCounters: () => Promise<void>;
  hide: (detection: Detection) => void;
  confirm: (id: number) => void;
  restore: (detection: Detection) => void;
  isGone: (id: number) => boolean;
  /** Calls back with what happened: `reset` when something may have been missed, nothing when a detection was hidden or shown again. */
  follow: (listener: (events: readonly LiveEvent[]) => void) => () => void;
  arrivals: Arrivals;
  stop: () => void;
};

type Parts = { client: QueryClient; stream: () => Pick<LiveStream, 'ready' | 'checkNow' | 'restart'> };

export function createWatch({ client, stream }: Parts): Watch {
  const journal = createJournal<LiveEvent>();
  const gone = createTombstones();
  const arrivals = createArrivals();
  const followers = new Set<(events: readonly LiveEvent[]) => void>();
  let activeThreatLevel: number = ACTIVE_THREAT_LEVEL_DEFAULT;
  let countersDue: ReturnType<typeof setTimeout> | null = null;
  let doubt: ReturnType<typeof setTimeout> | undefined;
  let toldUpTo = 0;
  let lastEventAt = 0;
  // The first load, and the one after a break, show things that the stream was never going to tell.
  let startsAfresh = true;

  const current = () => client.getQueryData<Snapshot>(dashboardKey);
  const around = () => ({ activeThreatLevel, isGone: gone.has, now: Date.now() });

  function change(edit: (snapshot: Snapshot) => Snapshot) {
    client.setQueryData<Snapshot>(dashboardKey, (snapshot) => snapshot && edit(snapshot));
  }

  function apply(events: readonly LiveEvent[]) {
    change((snapshot) => applyEvents(snapshot, events, around()));
  }

  async function load() {
    try {
      await Promise.all([stream().ready, testServer()]);
      const { loaded, meanwhile } = await journal.during(async () => {
        const [snapshot, level] = await Promise.all([
          fetchSnapshot(current()?.threats.asked ?? PAGE_SIZE_DEFAULT),
          loadPublicConfig().then(
            (config) => config.active_threat_level,
            () => activeThreatLevel,
          ),
        ]);
        activeThreatLevel = level;
        return snapshot;
      });
      const snapshot = applyEvents(loaded, [...hiddenEvents(), ...meanwhile], around());
      welcome(snapshot);
      return snapshot;
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      change((snapshot) => ({ ...snapshot, failure }));
      if (isNetworkError(error)) stream().checkNow();
      throw error;
    }
  }

  function hiddenEvents(): LiveEvent[] {
    return [...gone.ids()].map((id) => ({ type: 'detection.deleted', data: { id } }));
  }

  /** Threats that came while the stream was away are new to the guard, too. */
  function welcome(loaded: Snapshot) {
    const before = current();
    const newest = newestId(loaded);
    if (before) {
      const known = newestId(before);
      arrivals.note(loaded.threats.items.filter(({ id }) => id > known && !arrivals.has(id)).toReversed());
    }
    if (startsAfresh) toldUpTo = Math.max(toldUpTo, newest);
    startsAfresh = false;
    clearTimeout(doubt);
    doubt = setTimeout(() => newest > toldUpTo && stream().restart(), HEARSAY_MS);
  }

  function take(events: readonly LiveEvent[]) {
    journal.record(events);
    if (events.some(({ type }) => type === 'reset')) recover();
    const happened = events.filter(({ type }) => type !== 'hello' && type !== 'reset');
    if (happened.length === 0) return;
    lastEventAt = Date.now();
    const before = current();
    for (const event of happened) {
      if (event.type === 'detection.created') toldUpTo = Math.max(toldUpTo, event.data.id);
      if (event.type === 'detection.deleted') gone.confirm(event.data.id);
      if (event.type === 'detections.cleared') gone.confirmAll();
    }
    apply(happened);
    greet(before, happened);
    tell(happened);
    countersDue ??= setTimeout(refreshCounters, COUNTERS_AFTER_MS);
  }

  function tell(events: readonly LiveEvent[]) {
    for (const follower of followers) follower(events);
  }

  function greet(before: Snapshot | undefined, events: readonly LiveEvent[]) {
    if (!before) return;
    const listed = new Set(before.threats.items.map(({ id }) => id));
    const threats = events.flatMap((event) =>
      event.type === 'detection.created' && event.data.threat_level >= activeThreatLevel ? [event.data] : [],
    );
    arrivals.note(threats.filter(({ id }) => !listed.has(id) && !gone.has(id)));
  }

  async function refreshCounters() {
    countersDue = null;
    const before = current();
    try {
      const { loaded, meanwhile } = await journal.during(fetchCounters);
      // Counted with the lists of before, which still hold what has gone meanwhile.
      change((snapshot) => ({
        ...snapshot,
        counters: applyEvents({ ...(before ?? snapshot), counters: loaded }, meanwhile, around()).counters,
      }));
    } catch (error) {
      if (isNetworkError(error)) stream().checkNow();
    }
  }

  /** In quiet times the server's figures must be ours; where they are not, something passed us by. */
  async function checkCounters() {
    const before = current()?.counters;
    const askedAt = Date.now();
    await refreshCounters();
    const after = current()?.counters;
    const quiet = lastEventAt < askedAt - COUNTERS_AFTER_MS;
    if (before && after && quiet && (before.total !== after.total || before.activeThreats !== after.activeThreats)) {
      await reload();
    }
  }

  async function reload() {
    await client.refetchQueries({ queryKey: dashboardKey }, { throwOnError: false });
  }

  function refresh() {
    tell([{ type: 'reset', data: {} }]);
    return reload();
  }

  function recover() {
    startsAfresh = true;
    tell([{ type: 'reset', data: {} }]);
    // A first load that is still under way cannot be started anew, and may have begun too early.
    const underway = current() === undefined;
    void reload().then(() => (underway ? reload() : undefined));
  }

  async function loadOlderThreats() {
    const list = current()?.threats;
    if (!list || list.older.kind === 'none') return;
    if (list.older.kind === 'cut') {
      change((snapshot) => ({
        ...snapshot,
        threats: { ...snapshot.threats, asked: list.items.length + PAGE_SIZE_DEFAULT },
      }));
      return reload();
    }
    const { cursor } = list.older;
    const { loaded, meanwhile } = await journal.during(() => fetchThreats({ limit: PAGE_SIZE_DEFAULT, cursor }));
    const isStillNext = ({ threats }: Snapshot) => threats.older.kind === 'cursor' && threats.older.cursor === cursor;
    change((snapshot) => {
      if (!isStillNext(snapshot)) return snapshot;
      const grown = { ...snapshot, threats: withOlder(snapshot.threats, loaded) };
      // Only the lists: the counters have taken these events already.
      return { ...applyEvents(grown, [...hiddenEvents(), ...meanwhile], around()), counters: snapshot.counters };
    });
  }

  return {
    load,
    take,
    recover,
    reload,
    refresh,
    loadOlderThreats,
    checkCounters,
    hide(detection) {
      const { id } = detection;
      gone.hide(id);
      change((snapshot) =>
        applyEvents(snapshot, [{ type: 'detection.deleted', data: { id } }], { ...around(), alsoCounted: detection }),
      );
      tell([]);
    },
    confirm: gone.confirm,
    restore(detection) {
      if (!gone.restore(detection.id)) return;
      apply([{ type: 'detection.created', data: detection }]);
      tell([]);
      // The server may have been asked for its figures in between, and have counted it all along.
      countersDue ??= setTimeout(refreshCounters, COUNTERS_AFTER_MS);
    },
    isGone: gone.has,
    follow(listener) {
      followers.add(listener);
      return () => followers.delete(listener);
    },
    arrivals,
    stop() {
      if (countersDue) clearTimeout(countersDue);
      countersDue = null;
      clearTimeout(doubt);
      arrivals.stop();
    },
  };
}

function newestId({ recent, threats }: Snapshot): number {
  return [...recent.items, ...threats.items].reduce((newest, { id }) => Math.max(newest, id), 0);
}
