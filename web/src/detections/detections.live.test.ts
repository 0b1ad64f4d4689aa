import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Detection } from '@vedette/contract/detection';
import type { StreamEvent } from '@vedette/contract/stream-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import type { LiveEvent } from '../live/live-event.ts';
import { createWatch, type Watch } from './detections.live.ts';
import { dashboardKey } from './detections.queries.ts';
import type { Snapshot } from './snapshot.ts';

const START = Date.now() - 60_000;

/** Number 100 is newer than number 99. */
const detection = (id: number) =>
  ({ id, threat_level: 9, weapon_type: 'Pistol', timestamp: new Date(START + id).toISOString() }) as Detection;
/** Every event of these tests is a creation unless it says another number: detection 7 is event 7. */
const created = (id: number): LiveEvent => ({ type: 'detection.created', data: detection(id), seq: id });
const deleted = (id: number, seq: number): LiveEvent => ({ type: 'detection.deleted', data: { id }, seq });
const cleared = (seq: number): LiveEvent => ({ type: 'detections.cleared', data: {}, seq });
const reset: StreamEvent = { type: 'reset', data: {} };
const ids = (items: readonly Detection[] | undefined) => items?.map(({ id }) => id);

const server = createServer();
/** What the server stores, newest first, what it counts, if that is of another moment, and whether it still answers. */
let stored: number[];
let counted: { ids: number[]; seq: number } | undefined;
let down: boolean;
let asked: string[];
/** The next answer to a path that begins so waits until it is let go. */
let held: { path: string; reached: () => void; letGo: Promise<void> } | undefined;
let watch: Watch;
let client: ReturnType<typeof createQueryClient>;
let stream: { ready: Promise<void>; checkNow: () => void; restart: () => void };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'debug').mockReturnValue(undefined);
  [stored, counted, down, asked, held] = [[], undefined, false, [], undefined];
  server.removeAllListeners('request').on('request', (req, res) => void answer(req.url ?? '', res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchFromPage = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchFromPage(origin + path, init));
  stream = { ready: Promise.resolve(), checkNow: vi.fn(), restart: vi.fn() };
  client = createQueryClient();
  watch = createWatch({ client, stream: () => stream });
});

afterEach(async () => {
  watch.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function answer(url: string, res: ServerResponse) {
  asked.push(url);
  const body = JSON.stringify({ success: true, ...contentOf(new URL(url, 'http://page')) });
  if (held && url.startsWith(held.path)) {
    const { reached, letGo } = held;
    held = undefined;
    reached();
    await letGo;
  }
  if (down) res.destroy();
  else res.end(body);
}

function contentOf({ pathname, searchParams }: URL): object {
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
  return { active_threat_level: 8 };
}

/** The next answer to this path waits. */
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

const open = () => client.fetchQuery({ queryKey: dashboardKey, queryFn: watch.load });
const shown = () => client.getQueryData<Snapshot>(dashboardKey);
const upTo = (newest: number) => Array.from({ length: newest }, (_, place) => newest - place);

describe('loading', () => {
  it('tests the server first, then asks for everything', async () => {
    stored = [2, 1];
    await open();
    expect(asked[0]).toBe('/api/detections/test');
    expect(ids(shown()?.threats.items)).toEqual([2, 1]);
    expect(shown()?.counters.total).toBe(2);
  });

  it('is no older than what the stream told meanwhile', async () => {
    stored = [2, 1];
    const list = hold('/api/detections/all');
    const loading = open();
    await list.reached;
    watch.take([created(3), deleted(1, 4)]);
    list.letGo();
    await loading;
    expect(ids(shown()?.threats.items)).toEqual([3, 2]);
  });

  it('that fails keeps what is shown, says why, and has the stream look after the server', async () => {
    stored = [1];
    await open();
    down = true;
    await watch.reload();
    expect(ids(shown()?.threats.items)).toEqual([1]);
    expect(shown()?.failure).toBe('Network Error');
    expect(stream.checkNow).toHaveBeenCalled();
  });

  it('of what the stream never told takes the stream for dead', async () => {
    stored = [1];
    await open();
    stored = [2, 1];
    await watch.reload();
    vi.advanceTimersByTime(5_000);
    expect(stream.restart).toHaveBeenCalledTimes(1);
  });

  it('of what the stream told by then does not', async () => {
    stored = [1];
    await open();
    stored = [2, 1];
    await watch.reload();
    watch.take([created(2)]);
    vi.advanceTimersByTime(5_000);
    expect(stream.restart).not.toHaveBeenCalled();
  });
});

describe('what the stream tells', () => {
  it('is shown, told on and remembered as new, each once', async () => {
    stored = [1];
    await open();
    const told = vi.fn();
    watch.follow(told);
    watch.take([created(2), created(1)]);
    expect(ids(shown()?.threats.items)).toEqual([2, 1]);
    expect(shown()?.counters.activeThreats).toBe(2);
    expect([watch.arrivals.has(2), watch.arrivals.has(1)]).toEqual([true, false]);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('has the server asked for its figures, in a flood once a second', async () => {
    await open();
    const stats = () => asked.filter((url) => url.endsWith('/stats')).length;
    const before = stats();
    for (let id = 1; id <= 10; id += 1) watch.take([created(id)]);
    stored = upTo(12);
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(shown()?.counters.total).toBe(12));
    expect(stats()).toBe(before + 1);
  });

  it('may be that something was missed: then all is loaded anew, and whoever follows hears of it', async () => {
    stored = [1];
    await open();
    const told = vi.fn();
    watch.follow(told);
    stored = [3, 2, 1];
    watch.take([reset]);
    expect(told).toHaveBeenCalledWith([reset]);
    await vi.waitFor(() => expect(ids(shown()?.threats.items)).toEqual([3, 2, 1]));
    expect(watch.arrivals.has(3)).toBe(true);
  });

  it('during a first load that began too early leads to a second one', async () => {
    const list = hold('/api/detections/all');
    const loading = open();
    await list.reached;
    stored = [1];
    watch.take([reset]);
    list.letGo();
    await loading;
    await vi.waitFor(() => expect(ids(shown()?.threats.items)).toEqual([1]));
  });
});

describe('the figures', () => {
  const total = () => shown()?.counters.total;
  /** The server is asked for its figures a second after an event. */
  const askForFigures = async () => {
    const stats = () => asked.filter((url) => url.endsWith('/stats')).length;
    const before = stats();
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(stats()).toBe(before + 1));
  };

  it('do not count again what the server had counted before the stream told it', async () => {
    stored = [1];
    await open();
    watch.take([created(2)]);
    stored = upTo(5);
    await askForFigures();
    await vi.waitFor(() => expect(total()).toBe(5));
    watch.take([created(3), created(4), created(5), created(6)]);
    expect([total(), ids(shown()?.threats.items)]).toEqual([6, upTo(6)]);
  });

  it('keep what the stream told while the answer was on its way', async () => {
    stored = [1];
    await open();
    watch.take([created(2)]);
    stored = upTo(3);
    const stats = hold('/api/detections/stats');
    await askForFigures();
    await stats.reached;
    watch.take([created(3), created(4)]);
    expect(total()).toBe(4);
    const seen: unknown[] = [];
    const stop = client.getQueryCache().subscribe(() => seen.push(total()));
    stats.letGo();
    await vi.waitFor(() => expect(seen).not.toEqual([]));
    stop();
    expect([...new Set(seen), ids(shown()?.threats.items)]).toEqual([4, upTo(4)]);
  });

  it('of a load count once what its list, its figures and the stream all tell', async () => {
    [stored, counted] = [[1], { ids: upTo(3), seq: 3 }];
    const list = hold('/api/detections/all');
    const loading = open();
    await list.reached;
    watch.take([created(2)]);
    list.letGo();
    await loading;
    expect([total(), ids(shown()?.threats.items)]).toEqual([3, [2, 1]]);
    watch.take([created(3), created(4)]);
    expect([total(), ids(shown()?.threats.items)]).toEqual([4, upTo(4)]);
  });

  it('of a load count what only its list had already', async () => {
    [stored, counted] = [upTo(3), { ids: [1], seq: 1 }];
    await open();
    watch.take([created(2), created(3)]);
    expect([total(), ids(shown()?.threats.items)]).toEqual([3, upTo(3)]);
  });

  it('are not cleared by what was cleared before they were counted', async () => {
    stored = upTo(3);
    await open();
    watch.take([deleted(3, 4)]);
    counted = { ids: [6], seq: 6 };
    await askForFigures();
    await vi.waitFor(() => expect(total()).toBe(1));
    watch.take([cleared(5)]);
    expect([total(), ids(shown()?.threats.items)]).toEqual([1, []]);
    watch.take([created(6)]);
    expect([total(), ids(shown()?.threats.items)]).toEqual([1, [6]]);
  });

  it('do not lose what had gone before they were counted', async () => {
    stored = upTo(3);
    await open();
    watch.take([created(4)]);
    counted = { ids: [4, 2, 1], seq: 5 };
    await askForFigures();
    await vi.waitFor(() => expect(total()).toBe(3));
    watch.take([deleted(3, 5)]);
    expect([total(), ids(shown()?.threats.items)]).toEqual([3, [4, 2, 1]]);
  });
});

describe('somebody who asks for it', () => {
  it('has all loaded anew, and whoever follows hears that something may have been missed', async () => {
    stored = [1];
    await open();
    const told = vi.fn();
    watch.follow(told);
    stored = [2, 1];
    await watch.refresh();
    expect(told.mock.calls).toEqual([[[reset]]]);
    expect(ids(shown()?.threats.items)).toEqual([2, 1]);
  });
});

describe('figures that differ', () => {
  it('in quiet times show that something passed by: all is loaded anew', async () => {
    stored = [1];
    await open();
    stored = [2, 1];
    await watch.checkCounters();
    expect(ids(shown()?.threats.items)).toEqual([2, 1]);
  });

  it('just after an event show nothing', async () => {
    stored = [1];
    await open();
    watch.take([created(2)]);
    stored = [3, 2, 1];
    await watch.checkCounters();
    expect(ids(shown()?.threats.items)).toEqual([2, 1]);
    expect(shown()?.counters.total).toBe(3);
  });
});

describe('what is being deleted', () => {
  it('is hidden and not counted, also by a load that still knows it', async () => {
    stored = [2, 1];
    await open();
    watch.hide(detection(2));
    expect([ids(shown()?.threats.items), shown()?.counters.total]).toEqual([[1], 1]);
    await watch.reload();
    expect(ids(shown()?.threats.items)).toEqual([1]);
  });

  it('comes back when the server refuses', async () => {
    stored = [2, 1];
    await open();
    watch.hide(detection(2));
    watch.restore(detection(2));
    expect([ids(shown()?.threats.items), shown()?.counters.total]).toEqual([[2, 1], 2]);
  });

  it('does not come back once the stream has told that it is gone', async () => {
    stored = [2, 1];
    await open();
    watch.hide(detection(2));
    watch.take([deleted(2, 3)]);
    watch.restore(detection(2));
    expect([ids(shown()?.threats.items), shown()?.counters.total]).toEqual([[1], 1]);
  });
});

describe('older threats', () => {
  it('follow where the list ended, whatever happened meanwhile', async () => {
    stored = upTo(150);
    await open();
    const page = hold('/api/detections/threats?cursor');
    const loading = watch.loadOlderThreats();
    await page.reached;
    watch.take([created(151), deleted(40, 152)]);
    page.letGo();
    await loading;
    expect(ids(shown()?.threats.items)).toEqual(upTo(151).filter((id) => id !== 40));
    expect(shown()?.threats.older.kind).toBe('none');
  });

  it('are asked for again with the whole where a flood cut them off', async () => {
    stored = upTo(600);
    await open();
    watch.take(upTo(1_050).slice(0, 450).map(created));
    stored = upTo(1_050);
    expect(shown()?.threats).toMatchObject({ older: { kind: 'cut' } });
    await watch.loadOlderThreats();
    expect(ids(shown()?.threats.items)).toEqual(upTo(1_050).slice(0, 600));
  });
});
