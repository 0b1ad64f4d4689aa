import type { Log } from '../log.ts';
import { listedSighting } from './frigate.rules.ts';
import type { FrigateStore, ListPosition } from './frigate.store.ts';
import type { FrigateApi } from './frigate-api.ts';
import { isListedEvent, type ListedEvent } from './frigate-messages.ts';
import type { Intake } from './intake.ts';

export type CatchUp = {
  /** Reads the list of events now. */
  now: () => void;
  stop: () => Promise<void>;
};

type Parts = {
  api: Pick<FrigateApi, 'events'>;
  store: Pick<FrigateStore, 'position' | 'savePosition'>;
  intake: Intake;
  topicPrefix: string;
  labels: readonly string[];
  now: () => number;
  log: Log;
};

/** Frigate publishes without confirmation, so that a message may be lost at any time. */
const EVERY_MS = 30_000;
const FIRST_RETRY_MS = 1_000;
const PAGE = 100;
const AT_ONCE = 4;
/** An object enters the list when Frigate is sure of it, with the time when it was first seen. */
const OVERLAP_SECONDS = 600;
/** Between two times that Frigate tells apart. */
const TICK_SECONDS = 0.000001;

/** Takes from Frigate's list of events what no message told of. */
export function catchUpWithFrigate(parts: Parts): CatchUp {
  const { api, store, intake, topicPrefix, labels, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let retryMs = FIRST_RETRY_MS;

  function now() {
    if (stopped) return;
    clearTimeout(timer);
    again = running !== null;
    running ??= run().finally(() => {
      running = null;
      if (again) now();
    });
  }

  async function run() {
    let nextMs = EVERY_MS;
    try {
      await readList();
      if (retryMs > FIRST_RETRY_MS) log.info('the list of events of Frigate is read again');
      retryMs = FIRST_RETRY_MS;
    } catch (error) {
      if (stopped) return;
      if (retryMs === FIRST_RETRY_MS) log.warn({ err: error }, "cannot read Frigate's list of events; trying again");
      nextMs = retryMs;
      retryMs = Math.min(2 * retryMs, EVERY_MS);
    }
    if (!stopped) timer = setTimeout(now, nextMs).unref();
  }

  async function readList() {
    const position = (await store.position(topicPrefix)) ?? (await begin());
    const after = Math.max(position.since, position.readTo - OVERLAP_SECONDS);
    let readTo = position.readTo;
    let before: number | undefined;
    for (;;) {
      const page = await api.events({ after, labels, limit: PAGE, ...(before !== undefined && { before }) });
      const events = page.filter((event) => isListedEvent(event));
      await takeAll(events);
      const times = events.map(({ start_time }) => start_time);
      readTo = Math.max(readTo, ...times.filter((time) => time <= secondsNow()));
      const oldest = Math.min(...times);
      if (page.length < PAGE || times.length === 0) break;
      // Several objects may begin in one frame, on both sides of the page's end.
      const atOldest = oldest + TICK_SECONDS;
      before = before !== undefined && atOldest >= before ? oldest : atOldest;
    }
    if (readTo > position.readTo) await store.savePosition(topicPrefix, { ...position, readTo });
  }

  /** A time ahead of this server's clock would hide what Frigate sees until then. */
  function secondsNow(): number {
    return parts.now() / 1_000;
  }

  /** What Frigate saw before this server knew of it is not reported. */
  async function begin(): Promise<ListPosition> {
    const newest = (await api.events({ limit: 1 })).find((event) => isListedEvent(event));
    const since = Math.min(newest?.start_time ?? 0, secondsNow());
    await store.savePosition(topicPrefix, { since, readTo: since });
    return { since, readTo: since };
  }

  async function takeAll(events: readonly ListedEvent[]) {
    const left = events[Symbol.iterator]();
    const failures: unknown[] = [];
    const takeEach = async () => {
      for (const event of left) {
        const sighting = listedSighting(event);
        if (stopped) return;
        if (sighting !== null) await intake.take(sighting).catch((error: unknown) => void failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeEach));
    if (stopped) throw new Error('stopping');
    if (failures.length > 0) throw failures[0];
  }

  return {
    now,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
