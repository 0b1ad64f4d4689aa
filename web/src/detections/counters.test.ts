import { describe, expect, it, vi } from 'vitest';
import { cleared, created, dashboardStoreFixture, deleted, ids, upTo } from '../../test/dashboard-store-fixture.ts';

const dashboard = dashboardStoreFixture();

describe('the counters', () => {
  const total = () => dashboard.shown()?.counters.total;
  /** The server is asked for its counters a second after an event. */
  const askForCounters = async () => {
    const stats = () => dashboard.asked.filter((url) => url.endsWith('/stats')).length;
    const before = stats();
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(stats()).toBe(before + 1));
  };

  it("do not count an event again that the server's counters included", async () => {
    dashboard.stored = [1];
    await dashboard.open();
    dashboard.store.applyEvents([created(2)]);
    dashboard.stored = upTo(5);
    await askForCounters();
    await vi.waitFor(() => expect(total()).toBe(5));
    dashboard.store.applyEvents([created(3), created(4), created(5), created(6)]);
    expect([total(), ids(dashboard.shown()?.threats.items)]).toEqual([6, upTo(6)]);
  });

  it('keep events that arrived while the counters were loading', async () => {
    dashboard.stored = [1];
    await dashboard.open();
    dashboard.store.applyEvents([created(2)]);
    dashboard.stored = upTo(3);
    const stats = dashboard.hold('/api/detections/stats');
    await askForCounters();
    await stats.reached;
    dashboard.store.applyEvents([created(3), created(4)]);
    expect(total()).toBe(4);
    const seen: unknown[] = [];
    const stop = dashboard.client.getQueryCache().subscribe(() => seen.push(total()));
    stats.letGo();
    await vi.waitFor(() => expect(seen).not.toEqual([]));
    stop();
    expect([...new Set(seen), ids(dashboard.shown()?.threats.items)]).toEqual([4, upTo(4)]);
  });

  it('count a detection once that list, counters and stream contain', async () => {
    [dashboard.stored, dashboard.counted] = [[1], { ids: upTo(3), seq: 3 }];
    const list = dashboard.hold('/api/detections/all');
    const loading = dashboard.open();
    await list.reached;
    dashboard.store.applyEvents([created(2)]);
    list.letGo();
    await loading;
    expect([total(), ids(dashboard.shown()?.threats.items)]).toEqual([3, [2, 1]]);
    dashboard.store.applyEvents([created(3), created(4)]);
    expect([total(), ids(dashboard.shown()?.threats.items)]).toEqual([4, upTo(4)]);
  });

  it('count a detection that only the list of a load contained', async () => {
    [dashboard.stored, dashboard.counted] = [upTo(3), { ids: [1], seq: 1 }];
    await dashboard.open();
    dashboard.store.applyEvents([created(2), created(3)]);
    expect([total(), ids(dashboard.shown()?.threats.items)]).toEqual([3, upTo(3)]);
  });

  it("ignore a clearing that the server's counters included", async () => {
    dashboard.stored = upTo(3);
    await dashboard.open();
    dashboard.store.applyEvents([deleted(3, 4)]);
    dashboard.counted = { ids: [6], seq: 6 };
    await askForCounters();
    await vi.waitFor(() => expect(total()).toBe(1));
    dashboard.store.applyEvents([cleared(5)]);
    expect([total(), ids(dashboard.shown()?.threats.items)]).toEqual([1, []]);
    dashboard.store.applyEvents([created(6)]);
    expect([total(), ids(dashboard.shown()?.threats.items)]).toEqual([1, [6]]);
  });

  it("ignore a deletion that the server's counters included", async () => {
    dashboard.stored = upTo(3);
    await dashboard.open();
    dashboard.store.applyEvents([created(4)]);
    dashboard.counted = { ids: [4, 2, 1], seq: 5 };
    await askForCounters();
    await vi.waitFor(() => expect(total()).toBe(3));
    dashboard.store.applyEvents([deleted(3, 5)]);
    expect([total(), ids(dashboard.shown()?.threats.items)]).toEqual([3, [4, 2, 1]]);
  });
});
