import { describe, expect, it, vi } from 'vitest';
import { cleared, created, deleted, ids, upTo, watchDesk } from '../../test/watch-desk.ts';

const desk = watchDesk();

describe('the counters', () => {
  const total = () => desk.shown()?.counters.total;
  /** The server is asked for its counters a second after an event. */
  const askForCounters = async () => {
    const stats = () => desk.asked.filter((url) => url.endsWith('/stats')).length;
    const before = stats();
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(stats()).toBe(before + 1));
  };

  it('do not count again what the server had counted before the stream told it', async () => {
    desk.stored = [1];
    await desk.open();
    desk.watch.take([created(2)]);
    desk.stored = upTo(5);
    await askForCounters();
    await vi.waitFor(() => expect(total()).toBe(5));
    desk.watch.take([created(3), created(4), created(5), created(6)]);
    expect([total(), ids(desk.shown()?.threats.items)]).toEqual([6, upTo(6)]);
  });

  it('keep what the stream told while the answer was on its way', async () => {
    desk.stored = [1];
    await desk.open();
    desk.watch.take([created(2)]);
    desk.stored = upTo(3);
    const stats = desk.hold('/api/detections/stats');
    await askForCounters();
    await stats.reached;
    desk.watch.take([created(3), created(4)]);
    expect(total()).toBe(4);
    const seen: unknown[] = [];
    const stop = desk.client.getQueryCache().subscribe(() => seen.push(total()));
    stats.letGo();
    await vi.waitFor(() => expect(seen).not.toEqual([]));
    stop();
    expect([...new Set(seen), ids(desk.shown()?.threats.items)]).toEqual([4, upTo(4)]);
  });

  it('of a load count once what its list, its counters and the stream all tell', async () => {
    [desk.stored, desk.counted] = [[1], { ids: upTo(3), seq: 3 }];
    const list = desk.hold('/api/detections/all');
    const loading = desk.open();
    await list.reached;
    desk.watch.take([created(2)]);
    list.letGo();
    await loading;
    expect([total(), ids(desk.shown()?.threats.items)]).toEqual([3, [2, 1]]);
    desk.watch.take([created(3), created(4)]);
    expect([total(), ids(desk.shown()?.threats.items)]).toEqual([4, upTo(4)]);
  });

  it('of a load count what only its list had already', async () => {
    [desk.stored, desk.counted] = [upTo(3), { ids: [1], seq: 1 }];
    await desk.open();
    desk.watch.take([created(2), created(3)]);
    expect([total(), ids(desk.shown()?.threats.items)]).toEqual([3, upTo(3)]);
  });

  it('are not cleared by what was cleared before they were counted', async () => {
    desk.stored = upTo(3);
    await desk.open();
    desk.watch.take([deleted(3, 4)]);
    desk.counted = { ids: [6], seq: 6 };
    await askForCounters();
    await vi.waitFor(() => expect(total()).toBe(1));
    desk.watch.take([cleared(5)]);
    expect([total(), ids(desk.shown()?.threats.items)]).toEqual([1, []]);
    desk.watch.take([created(6)]);
    expect([total(), ids(desk.shown()?.threats.items)]).toEqual([1, [6]]);
  });

  it('do not lose what had gone before they were counted', async () => {
    desk.stored = upTo(3);
    await desk.open();
    desk.watch.take([created(4)]);
    desk.counted = { ids: [4, 2, 1], seq: 5 };
    await askForCounters();
    await vi.waitFor(() => expect(total()).toBe(3));
    desk.watch.take([deleted(3, 5)]);
    expect([total(), ids(desk.shown()?.threats.items)]).toEqual([3, [4, 2, 1]]);
  });
});
