import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Detection } from '@vedette/contract/detection';
import { afterEach, beforeEach, vi } from 'vitest';
import { createQueryClient } from '../src/api/query-client.ts';
import { createDashboardStore, type DashboardStore } from '../src/detections/dashboard-store.ts';
import { dashboardKey } from '../src/detections/detections.queries.ts';
import type { Snapshot } from '../src/detections/snapshot.ts';
import type { LiveEvent } from '../src/live/live-event.ts';

const START = Date.now() - 60_000;

/** Number 100 is newer than number 99. */
export const detection = (id: number) =>
  ({ id, threat_level: 9, weapon_type: 'Pistol', timestamp: new Date(START + id).toISOString() }) as Detection;

/** Every event of these tests is a creation unless it says another number: detection 7 is event 7. */
export const created = (id: number): LiveEvent => ({ type: 'detection.created', data: detection(id), seq: id });
export const deleted = (id: number, seq: number): LiveEvent => ({ type: 'detection.deleted', data: { id }, seq });
export const cleared = (seq: number): LiveEvent => ({ type: 'detections.cleared', data: {}, seq });

export const ids = (items: readonly Detection[] | undefined) => items?.map(({ id }) => id);
export const upTo = (newest: number) => Array.from({ length: newest }, (_, place) => newest - place);

/** A server, and the store of a dashboard on it. */
export type DashboardStoreFixture = {
  /** Ids of what the server stores, newest first. */
  stored: number[];
  /** What it counts, if that is of another moment. */
  counted: { ids: number[]; seq: number } | undefined;
  /** It breaks the connection instead of answering. */
  down: boolean;
  /** Every path that it was asked for. */
  asked: string[];
  /** The next answer to a path that begins so is made, and waits until it is let go. */
  hold: (path: string) => { reached: Promise<void>; letGo: () => void };
  store: DashboardStore;
  client: ReturnType<typeof createQueryClient>;
  stream: { ready: Promise<void>; checkNow: () => void; restart: () => void };
  open: () => Promise<Snapshot>;
  shown: () => Snapshot | undefined;
};

/** A new one for each test of a file; its timers are in the hands of the test. */
export function dashboardStoreFixture(): DashboardStoreFixture {
  const fixture = {} as DashboardStoreFixture;
  const server = createServer();
  let held: { path: string; reached: () => void; letGo: Promise<void> } | undefined;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(console, 'debug').mockReturnValue(undefined);
    server.removeAllListeners('request').on('request', (req, res) => void answer(req.url ?? '', res));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetchFromPage = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchFromPage(origin + path, init));
    held = undefined;
    const client = createQueryClient();
    const stream = { ready: Promise.resolve(), checkNow: vi.fn(), restart: vi.fn() };
    const store = createDashboardStore({ client, stream: () => stream });
    Object.assign(fixture, {
      ...{ stored: [], counted: undefined, down: false, asked: [], hold, store, client, stream },
      open: () => client.fetchQuery({ queryKey: dashboardKey, queryFn: store.load }),
      shown: () => client.getQueryData<Snapshot>(dashboardKey),
    } satisfies DashboardStoreFixture);
  });

  afterEach(async () => {
    fixture.store.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  async function answer(url: string, res: ServerResponse) {
    fixture.asked.push(url);
    const body = JSON.stringify({ success: true, ...contentOf(fixture, new URL(url, 'http://page')) });
    if (held && url.startsWith(held.path)) {
      const { reached, letGo } = held;
      held = undefined;
      reached();
      await letGo;
    }
    if (fixture.down) res.destroy();
    else res.end(body);
  }

  function hold(path: string) {
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      held = { path, reached: resolve, letGo: gate };
    });
    return { reached, letGo };
  }

  return fixture;
}

function contentOf({ stored, counted }: DashboardStoreFixture, { pathname, searchParams }: URL): object {
  const limit = Number(searchParams.get('limit') ?? 100);
  const from = stored.indexOf(Number(searchParams.get('cursor') ?? stored[0]));
  const page = stored.slice(from, from + limit).map(detection);
  const next_cursor = from + limit < stored.length ? String(stored[from + limit]) : null;
  if (pathname === '/api/detections/all') return { data: page, total: stored.length, next_cursor };
  if (pathname === '/api/detections/threats') {
    return { active_weapon_threats: page, threat_count: stored.length, next_cursor };
  }
  if (pathname === '/api/detections/stats') {
    const { ids: all, seq } = counted ?? { ids: stored, seq: stored[0] ?? 0 };
    const count = all.length;
    const by_threat_level = { high: count, medium: 0, low: 0 };
    return { total: count, active_threats: count, last_hour: count, by_weapon_type: {}, by_threat_level, seq };
  }
  return { active_threat_level: 8, team: false };
}
