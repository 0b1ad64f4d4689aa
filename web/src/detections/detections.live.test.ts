import type { StreamEvent } from '@vedette/contract/stream-event';
import { describe, expect, it, vi } from 'vitest';
import { created, deleted, detection, ids, upTo, watchDesk } from '../../test/watch-desk.ts';

const desk = watchDesk();
const reset: StreamEvent = { type: 'reset', data: {} };

describe('loading', () => {
  it('tests the server first, then asks for everything', async () => {
    desk.stored = [2, 1];
    await desk.open();
    expect(desk.asked[0]).toBe('/api/detections/test');
    expect(ids(desk.shown()?.threats.items)).toEqual([2, 1]);
    expect(desk.shown()?.counters.total).toBe(2);
  });

  it('is no older than what the stream told meanwhile', async () => {
    desk.stored = [2, 1];
    const list = desk.hold('/api/detections/all');
    const loading = desk.open();
    await list.reached;
    desk.watch.take([created(3), deleted(1, 4)]);
    list.letGo();
    await loading;
    expect(ids(desk.shown()?.threats.items)).toEqual([3, 2]);
  });

  it('that fails keeps what is shown, says why, and has the stream look after the server', async () => {
    desk.stored = [1];
    await desk.open();
    desk.down = true;
    await desk.watch.reload();
    expect(ids(desk.shown()?.threats.items)).toEqual([1]);
    expect(desk.shown()?.failure).toBe('Network Error');
    expect(desk.stream.checkNow).toHaveBeenCalled();
  });

  it('of what the stream never told takes the stream for dead', async () => {
    desk.stored = [1];
    await desk.open();
    desk.stored = [2, 1];
    await desk.watch.reload();
    vi.advanceTimersByTime(5_000);
    expect(desk.stream.restart).toHaveBeenCalledTimes(1);
  });

  it('of what the stream told by then does not', async () => {
    desk.stored = [1];
    await desk.open();
    desk.stored = [2, 1];
    await desk.watch.reload();
    desk.watch.take([created(2)]);
    vi.advanceTimersByTime(5_000);
    expect(desk.stream.restart).not.toHaveBeenCalled();
  });
});

describe('what the stream tells', () => {
  it('is shown, told on and remembered as new, each once', async () => {
    desk.stored = [1];
    await desk.open();
    const told = vi.fn();
    desk.watch.follow(told);
    desk.watch.take([created(2), created(1)]);
    expect(ids(desk.shown()?.threats.items)).toEqual([2, 1]);
    expect(desk.shown()?.counters.activeThreats).toBe(2);
    expect([desk.watch.arrivals.has(2), desk.watch.arrivals.has(1)]).toEqual([true, false]);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('has the server asked for its figures, in a flood once a second', async () => {
    await desk.open();
    const stats = () => desk.asked.filter((url) => url.endsWith('/stats')).length;
    const before = stats();
    for (let id = 1; id <= 10; id += 1) desk.watch.take([created(id)]);
    desk.stored = upTo(12);
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(desk.shown()?.counters.total).toBe(12));
    expect(stats()).toBe(before + 1);
  });

  it('may be that something was missed: then all is loaded anew, and whoever follows hears of it', async () => {
    desk.stored = [1];
    await desk.open();
    const told = vi.fn();
    desk.watch.follow(told);
    desk.stored = [3, 2, 1];
    desk.watch.take([reset]);
    expect(told).toHaveBeenCalledWith([reset]);
    await vi.waitFor(() => expect(ids(desk.shown()?.threats.items)).toEqual([3, 2, 1]));
    expect(desk.watch.arrivals.has(3)).toBe(true);
  });

  it('during a first load that began too early leads to a second one', async () => {
    const list = desk.hold('/api/detections/all');
    const loading = desk.open();
    await list.reached;
    desk.stored = [1];
    desk.watch.take([reset]);
    list.letGo();
    await loading;
    await vi.waitFor(() => expect(ids(desk.shown()?.threats.items)).toEqual([1]));
  });
});

describe('somebody who asks for it', () => {
  it('has all loaded anew, and whoever follows hears that something may have been missed', async () => {
    desk.stored = [1];
    await desk.open();
    const told = vi.fn();
    desk.watch.follow(told);
    desk.stored = [2, 1];
    await desk.watch.refresh();
    expect(told.mock.calls).toEqual([[[reset]]]);
    expect(ids(desk.shown()?.threats.items)).toEqual([2, 1]);
  });
});

describe('figures that differ', () => {
  it('in quiet times show that something passed by: all is loaded anew', async () => {
    desk.stored = [1];
    await desk.open();
    desk.stored = [2, 1];
    await desk.watch.checkCounters();
    expect(ids(desk.shown()?.threats.items)).toEqual([2, 1]);
  });

  it('just after an event show nothing', async () => {
    desk.stored = [1];
    await desk.open();
    desk.watch.take([created(2)]);
    desk.stored = [3, 2, 1];
    await desk.watch.checkCounters();
    expect(ids(desk.shown()?.threats.items)).toEqual([2, 1]);
    expect(desk.shown()?.counters.total).toBe(3);
  });
});

describe('what is being deleted', () => {
  it('is hidden and not counted, also by a load that still knows it', async () => {
    desk.stored = [2, 1];
    await desk.open();
    desk.watch.hide(detection(2));
    expect([ids(desk.shown()?.threats.items), desk.shown()?.counters.total]).toEqual([[1], 1]);
    await desk.watch.reload();
    expect(ids(desk.shown()?.threats.items)).toEqual([1]);
  });

  it('comes back when the server refuses', async () => {
    desk.stored = [2, 1];
    await desk.open();
    desk.watch.hide(detection(2));
    desk.watch.restore(detection(2));
    expect([ids(desk.shown()?.threats.items), desk.shown()?.counters.total]).toEqual([[2, 1], 2]);
  });

  it('does not come back once the stream has told that it is gone', async () => {
    desk.stored = [2, 1];
    await desk.open();
    desk.watch.hide(detection(2));
    desk.watch.take([deleted(2, 3)]);
    desk.watch.restore(detection(2));
    expect([ids(desk.shown()?.threats.items), desk.shown()?.counters.total]).toEqual([[1], 1]);
  });
});

describe('older threats', () => {
  it('follow where the list ended, whatever happened meanwhile', async () => {
    desk.stored = upTo(150);
    await desk.open();
    const page = desk.hold('/api/detections/threats?cursor');
    const loading = desk.watch.loadOlderThreats();
    await page.reached;
    desk.watch.take([created(151), deleted(40, 152)]);
    page.letGo();
    await loading;
    expect(ids(desk.shown()?.threats.items)).toEqual(upTo(151).filter((id) => id !== 40));
    expect(desk.shown()?.threats.older.kind).toBe('none');
  });

  it('are asked for again with the whole where a flood cut them off', async () => {
    desk.stored = upTo(600);
    await desk.open();
    desk.watch.take(upTo(1_050).slice(0, 450).map(created));
    desk.stored = upTo(1_050);
    expect(desk.shown()?.threats).toMatchObject({ older: { kind: 'cut' } });
    await desk.watch.loadOlderThreats();
    expect(ids(desk.shown()?.threats.items)).toEqual(upTo(1_050).slice(0, 600));
  });
});
