import { describe, expect, it } from 'vitest';
import { frameBytes, NOON, newDetection } from '../../test/data/new-detection.ts';
import { type FreshDatabase, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { type OpenStore, openStore } from '../../test/data/open-store.ts';
import { recount } from './counters/recount.ts';

const everything = { limit: 1_000, after: null };

async function drift({ address }: OpenStore) {
  const differences = [];
  for await (const found of recount(address)) differences.push(...found);
  return differences;
}

async function eventNumbers({ events }: OpenStore) {
  return (await events.after(0, 10_000)).events.map(({ seq }) => seq);
}

onBothDatabases('the writer of detections', (fresh: FreshDatabase) => {
  it('stores a report with its frame and returns both', async () => {
    const opened = await openStore(await fresh());
    const frame = frameBytes(50_000);
    const { id, repeated } = await opened.writer.add(newDetection({ metrics: '{"cpu_usage":12}' }), Buffer.from(frame));
    expect(repeated).toBe(false);
    expect(await opened.store.byId(id)).toMatchObject({ id, at: NOON, confidence: 87.5, metrics: '{"cpu_usage":12}' });
    const stored = await opened.store.frameOf(id);
    expect(stored?.frame).toMatchObject({ size: 50_000 });
    expect(stored?.frame && (await opened.frames.read(stored.frame))?.equals(frame)).toBe(true);
  });

  it('answers a repeat with the first id, also after a restart and after a delete', async () => {
    const place = await fresh();
    const opened = await openStore(place);
    const report = newDetection({ event_id: 'one' });
    const twins = await Promise.all(Array.from({ length: 20 }, () => opened.writer.add(report, frameBytes())));
    const [first] = twins;
    expect(twins.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(twins.map(({ id }) => id))).toEqual(new Set([first?.id]));

    expect(await opened.writer.add(report, null)).toEqual({ id: first?.id, repeated: true });
    await opened.close();
    const again = await openStore(place);
    expect(await again.writer.add(report, null)).toEqual({ id: first?.id, repeated: true });
    expect(await again.store.newest(everything)).toHaveLength(1);

    await again.writer.remove(first?.id ?? 0);
    expect(await again.writer.add(report, null)).toEqual({ id: first?.id, repeated: true });
    expect(await again.store.newest(everything)).toHaveLength(0);
    expect(await drift(again)).toEqual([]);
  });

  it('distinguishes devices that use the same event ids', async () => {
    const { writer } = await openStore(await fresh());
    const one = await writer.add(newDetection({ device_id: 'a', event_id: 'b c' }), null);
    const other = await writer.add(newDetection({ device_id: 'a b', event_id: 'c' }), null);
    const together = await Promise.all([
      writer.add(newDetection({ device_id: 'x', event_id: 'y z' }), null),
      writer.add(newDetection({ device_id: 'x y', event_id: 'z' }), null),
    ]);
    expect(new Set([one, other, ...together].map(({ id }) => id)).size).toBe(4);
  });

  it('does not fail a batch for one bad row', async () => {
    const opened = await openStore(await fresh());
    const bad = newDetection({ weapon_type: null as unknown as string, weapon_type_key: 'bad' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => opened.writer.add(index === 42 ? bad : newDetection(), frameBytes())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(99);
    expect(outcomes[42]).toMatchObject({
      status: 'rejected',
      reason: { apiCode: 'UNAVAILABLE', retryAfterSeconds: 1 },
    });
    expect(opened.refusals).toHaveLength(1);
    expect(await opened.store.newest(everything)).toHaveLength(99);
    expect(await eventNumbers(opened)).toEqual(Array.from({ length: 99 }, (_, index) => index + 1));
    expect(await drift(opened)).toEqual([]);
  });

  it('numbers events without gaps in commit order, deletes and clearings included', async () => {
    const opened = await openStore(await fresh());
    const { writer, events } = opened;
    const first = await writer.add(newDetection(), null);
    const second = await writer.add(newDetection(), null);
    await writer.remove(first.id);
    await writer.clear();
    const third = await writer.add(newDetection(), null);
    expect(await events.head()).toBe(5);
    const { events: logged } = await events.after(0, 100);
    // The first two are deleted, so the log leaves their creations out.
    expect(logged.map(({ seq, event }) => [seq, event.type, event.data])).toEqual([
      [3, 'detection.deleted', { id: first.id }],
      [4, 'detections.cleared', {}],
      [5, 'detection.created', expect.objectContaining({ id: third.id })],
    ]);
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  });

  it('does not reuse an id after a clearing and a restart', async () => {
    const place = await fresh();
    const opened = await openStore(place);
    const before = await opened.writer.add(newDetection(), null);
    await opened.writer.clear();
    await opened.close();
    const again = await openStore(place);
    expect((await again.writer.add(newDetection(), null)).id).toBeGreaterThan(before.id);
  });

  it('returns the removed row, and null the second time', async () => {
    const opened = await openStore(await fresh());
    const { id } = await opened.writer.add(newDetection({ location: 'Pier 4' }), frameBytes());
    await opened.writer.comment({ detection_id: id, comment: 'seen', user_name: 'Ada', user_id: 1, at: NOON });
    expect(await opened.writer.remove(id)).toMatchObject({ id, location: 'Pier 4' });
    expect(await opened.writer.remove(id)).toBeNull();
    expect(await opened.database.kysely.selectFrom('comment').selectAll().execute()).toEqual([]);
    const late = { detection_id: id, comment: 'late', user_name: 'Ada', user_id: 1, at: NOON };
    expect(await opened.writer.comment(late)).toBe('no detection');
  });

  it('clears everything with the frames and returns the count', async () => {
    const opened = await openStore(await fresh());
    const stored = await Promise.all(Array.from({ length: 30 }, () => opened.writer.add(newDetection(), frameBytes())));
    const frames = await Promise.all(stored.map(({ id }) => opened.store.frameOf(id)));
    expect(await opened.writer.clear()).toBe(30);
    expect(await opened.writer.clear()).toBe(0);
    for (const found of frames) expect(found?.frame && (await opened.frames.read(found.frame))).toBeNull();
    expect(await opened.database.kysely.selectFrom('frame_erasure').selectAll().execute()).toEqual([]);
    expect(await drift(opened)).toEqual([]);
    expect(await opened.store.counters('total')).toEqual(new Map());
  });

  it('handles a delete and a report at the same time', async () => {
    const opened = await openStore(await fresh());
    const first = await opened.writer.add(newDetection(), frameBytes());
    const [, removed, cleared] = await Promise.all([
      opened.writer.add(newDetection(), frameBytes()),
      opened.writer.remove(first.id),
      opened.writer.clear(),
      opened.writer.add(newDetection(), frameBytes()),
    ]);
    expect(removed).toMatchObject({ id: first.id });
    expect(cleared).toBeLessThanOrEqual(2);
    expect(await drift(opened)).toEqual([]);
  });
});

describe('recounting', () => {
  onBothDatabases('finds', (fresh) => {
    it('a counter that does not equal its rows', async () => {
      const opened = await openStore(await fresh());
      await opened.writer.add(newDetection({ weapon_type: 'Knife' }), null);
      await opened.database.kysely.updateTable('counter').set({ value: 7 }).where('kind', '=', 'type').execute();
      expect(await drift(opened)).toEqual([{ kind: 'type', key: 'Knife', counted: 1, stored: 7 }]);
    });
  });
});
