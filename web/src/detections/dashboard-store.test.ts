import type { StreamEvent } from '@vedette/contract/stream-event';
import { describe, expect, it, vi } from 'vitest';
import { created, dashboardStoreFixture, deleted, detection, ids, upTo } from '../../test/dashboard-store-fixture.ts';

const dashboard = dashboardStoreFixture();
const reset: StreamEvent = { type: 'reset', data: {} };

describe('a load', () => {
  it('tests the server first, then requests everything', async () => {
    dashboard.stored = [2, 1];
    await dashboard.open();
    expect(dashboard.asked[0]).toBe('/api/detections/test');
    expect(ids(dashboard.shown()?.threats.items)).toEqual([2, 1]);
    expect(dashboard.shown()?.counters.total).toBe(2);
  });

  it('includes events that arrive during it', async () => {
    dashboard.stored = [2, 1];
    const list = dashboard.hold('/api/detections/all');
    const loading = dashboard.open();
    await list.reached;
    dashboard.store.applyEvents([created(3), deleted(1, 4)]);
    list.letGo();
    await loading;
    expect(ids(dashboard.shown()?.threats.items)).toEqual([3, 2]);
  });

  it('that fails keeps the content, shows the reason, and makes the stream check the server', async () => {
    dashboard.stored = [1];
    await dashboard.open();
    dashboard.down = true;
    await dashboard.store.reload();
    expect(ids(dashboard.shown()?.threats.items)).toEqual([1]);
    expect(dashboard.shown()?.failure).toBe('Network Error');
    expect(dashboard.stream.checkNow).toHaveBeenCalled();
  });

  it('with a detection that the stream never sends restarts the stream', async () => {
    dashboard.stored = [1];
    await dashboard.open();
    dashboard.stored = [2, 1];
    await dashboard.store.reload();
    vi.advanceTimersByTime(5_000);
    expect(dashboard.stream.restart).toHaveBeenCalledTimes(1);
  });

  it('with a detection that the stream sends shortly after does not restart it', async () => {
    dashboard.stored = [1];
    await dashboard.open();
    dashboard.stored = [2, 1];
    await dashboard.store.reload();
    dashboard.store.applyEvents([created(2)]);
    vi.advanceTimersByTime(5_000);
    expect(dashboard.stream.restart).not.toHaveBeenCalled();
  });
});

describe('an event', () => {
  it('is shown, published and marked as an arrival once', async () => {
    dashboard.stored = [1];
    await dashboard.open();
    const onChange = vi.fn();
    dashboard.store.subscribe(onChange);
    dashboard.store.applyEvents([created(2), created(1)]);
    expect(ids(dashboard.shown()?.threats.items)).toEqual([2, 1]);
    expect(dashboard.shown()?.counters.activeThreats).toBe(2);
    expect([dashboard.store.arrivals.has(2), dashboard.store.arrivals.has(1)]).toEqual([true, false]);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("makes the store request the server's counters, under load once a second", async () => {
    await dashboard.open();
    const stats = () => dashboard.asked.filter((url) => url.endsWith('/stats')).length;
    const before = stats();
    for (let id = 1; id <= 10; id += 1) dashboard.store.applyEvents([created(id)]);
    dashboard.stored = upTo(12);
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(dashboard.shown()?.counters.total).toBe(12));
    expect(stats()).toBe(before + 1);
  });

  it('of type reset reloads everything and is published', async () => {
    dashboard.stored = [1];
    await dashboard.open();
    const onChange = vi.fn();
    dashboard.store.subscribe(onChange);
    dashboard.stored = [3, 2, 1];
    dashboard.store.applyEvents([reset]);
    expect(onChange).toHaveBeenCalledWith([reset]);
    await vi.waitFor(() => expect(ids(dashboard.shown()?.threats.items)).toEqual([3, 2, 1]));
    expect(dashboard.store.arrivals.has(3)).toBe(true);
  });

  it('of type reset during the first load causes a second one', async () => {
    const list = dashboard.hold('/api/detections/all');
    const loading = dashboard.open();
    await list.reached;
    dashboard.stored = [1];
    dashboard.store.applyEvents([reset]);
    list.letGo();
    await loading;
    await vi.waitFor(() => expect(ids(dashboard.shown()?.threats.items)).toEqual([1]));
  });
});

describe('a reload on request', () => {
  it('loads everything again and publishes a reset', async () => {
    dashboard.stored = [1];
    await dashboard.open();
    const onChange = vi.fn();
    dashboard.store.subscribe(onChange);
    dashboard.stored = [2, 1];
    await dashboard.store.refresh();
    expect(onChange.mock.calls).toEqual([[[reset]]]);
    expect(ids(dashboard.shown()?.threats.items)).toEqual([2, 1]);
  });
});

describe("counters that differ from the server's", () => {
  it('without recent events cause a reload', async () => {
    dashboard.stored = [1];
    await dashboard.open();
    dashboard.stored = [2, 1];
    await dashboard.store.checkCounters();
    expect(ids(dashboard.shown()?.threats.items)).toEqual([2, 1]);
  });

  it('just after an event cause none', async () => {
    dashboard.stored = [1];
    await dashboard.open();
    dashboard.store.applyEvents([created(2)]);
    dashboard.stored = [3, 2, 1];
    await dashboard.store.checkCounters();
    expect(ids(dashboard.shown()?.threats.items)).toEqual([2, 1]);
    expect(dashboard.shown()?.counters.total).toBe(3);
  });
});

describe('a detection that is being deleted', () => {
  it('is hidden and not counted, also by a load that still contains it', async () => {
    dashboard.stored = [2, 1];
    await dashboard.open();
    dashboard.store.hide(detection(2));
    expect([ids(dashboard.shown()?.threats.items), dashboard.shown()?.counters.total]).toEqual([[1], 1]);
    await dashboard.store.reload();
    expect(ids(dashboard.shown()?.threats.items)).toEqual([1]);
  });

  it('comes back when the server refuses', async () => {
    dashboard.stored = [2, 1];
    await dashboard.open();
    dashboard.store.hide(detection(2));
    dashboard.store.restore(detection(2));
    expect([ids(dashboard.shown()?.threats.items), dashboard.shown()?.counters.total]).toEqual([[2, 1], 2]);
  });

  it('does not come back after the event of its deletion', async () => {
    dashboard.stored = [2, 1];
    await dashboard.open();
    dashboard.store.hide(detection(2));
    dashboard.store.applyEvents([deleted(2, 3)]);
    dashboard.store.restore(detection(2));
    expect([ids(dashboard.shown()?.threats.items), dashboard.shown()?.counters.total]).toEqual([[1], 1]);
  });
});

describe('older threats', () => {
  it('continue at the end of the list, also after arrivals and deletions', async () => {
    dashboard.stored = upTo(150);
    await dashboard.open();
    const olderPage = dashboard.hold('/api/detections/threats?cursor');
    const loading = dashboard.store.loadOlderThreats();
    await olderPage.reached;
    dashboard.store.applyEvents([created(151), deleted(40, 152)]);
    olderPage.letGo();
    await loading;
    expect(ids(dashboard.shown()?.threats.items)).toEqual(upTo(151).filter((id) => id !== 40));
    expect(dashboard.shown()?.threats.older.kind).toBe('none');
  });

  it('are loaded with everything again when arrivals truncated the list', async () => {
    dashboard.stored = upTo(600);
    await dashboard.open();
    dashboard.store.applyEvents(upTo(1_050).slice(0, 450).map(created));
    dashboard.stored = upTo(1_050);
    expect(dashboard.shown()?.threats).toMatchObject({ older: { kind: 'cut' } });
    await dashboard.store.loadOlderThreats();
    expect(ids(dashboard.shown()?.threats.items)).toEqual(upTo(1_050).slice(0, 600));
  });
});
