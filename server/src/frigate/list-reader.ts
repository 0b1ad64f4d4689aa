import type { Log } from '../log.ts';
import { sightingFromList } from './frigate.rules.ts';
import type { FrigateStore, ListPosition } from './frigate.store.ts';
import type { FrigateApi } from './frigate-api.ts';
import { isListedEvent, type ListedEvent } from './frigate-messages.ts';
import type { Intake } from './intake.ts';

export type ListReader = {
  /** Reads the list of events now. */
  readNow: () => void;
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

/** The list is read regularly, because Frigate publishes with QoS 0 and any message may be lost. */
const INTERVAL_MS = 30_000;
const FIRST_RETRY_MS = 1_000;
const PAGE = 100;
const CONCURRENCY = 4;
/** An event enters the list when Frigate has confirmed the object, with the earlier time of its first frame. */
const OVERLAP_SECONDS = 600;
/** The resolution of Frigate's times. */
const TICK_SECONDS = 0.000001;

/** Reads Frigate's list of events, and stores those whose messages were missed. */
export function startListReader(parts: Parts): ListReader {
  const { api, store, intake, topicPrefix, labels, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isRequestedAgain = false;
  let stopped = false;
  let retryMs = FIRST_RETRY_MS;

  function readNow() {
    if (stopped) return;
    clearTimeout(timer);
    isRequestedAgain = running !== null;
    running ??= run().finally(() => {
      running = null;
      if (isRequestedAgain) readNow();
    });
  }

  async function run() {
    let nextMs = INTERVAL_MS;
    try {
      await readList();
      if (retryMs > FIRST_RETRY_MS) log.info('the list of events of Frigate is read again');
      retryMs = FIRST_RETRY_MS;
    } catch (error) {
      if (stopped) return;
      if (retryMs === FIRST_RETRY_MS) log.warn({ err: error }, "cannot read Frigate's list of events; trying again");
      nextMs = retryMs;
      retryMs = Math.min(2 * retryMs, INTERVAL_MS);
    }
    if (!stopped) timer = setTimeout(readNow, nextMs).unref();
  }

  async function readList() {
    const position = (await store.position(topicPrefix)) ?? (await startPosition());
    const after = Math.max(position.since, position.readTo - OVERLAP_SECONDS);
    let readTo = position.readTo;
    let before: number | undefined;
    for (;;) {
      const page = await api.events({ after, labels, limit: PAGE, ...(before !== undefined && { before }) });
      const events = page.filter((event) => isListedEvent(event));
      await storeAll(events);
      const times = events.map(({ start_time }) => start_time);
      readTo = Math.max(readTo, ...times.filter((time) => time <= secondsNow()));
      const oldest = Math.min(...times);
      if (page.length < PAGE || times.length === 0) break;
      // Several objects may start in one frame, and a page may end between them.
      const atOldest = oldest + TICK_SECONDS;
      before = before !== undefined && atOldest >= before ? oldest : atOldest;
    }
    if (readTo > position.readTo) await store.savePosition(topicPrefix, { ...position, readTo });
  }

  /** Limits the position, because a time in the future would skip the events until then. */
  function secondsNow(): number {
    return parts.now() / 1_000;
  }

  /** Saves the position of the newest event: events before the first start are not reported. */
  async function startPosition(): Promise<ListPosition> {
    const newest = (await api.events({ limit: 1 })).find((event) => isListedEvent(event));
    const since = Math.min(newest?.start_time ?? 0, secondsNow());
    await store.savePosition(topicPrefix, { since, readTo: since });
    return { since, readTo: since };
  }

  async function storeAll(events: readonly ListedEvent[]) {
    const queue = events[Symbol.iterator]();
    const failures: unknown[] = [];
    const storeEach = async () => {
      for (const event of queue) {
        const sighting = sightingFromList(event);
        if (stopped) return;
        if (sighting !== null) await intake.store(sighting).catch((error: unknown) => void failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, storeEach));
    if (stopped) throw new Error('stopping');
    if (failures.length > 0) throw failures[0];
  }

  return {
    readNow,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
