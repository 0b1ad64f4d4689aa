import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressOf } from '../../../test/data/camera.ts';
import { drift } from '../../../test/data/expect-whole-store.ts';
import { frameBytes, newDetection } from '../../../test/data/new-detection.ts';
import { type FreshDatabase, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { openStore } from '../../../test/data/open-store.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { openStream } from '../../../test/servers/open-stream.ts';
import { dueAmong, nextBatch } from './retention.rules.ts';
import { createRetention, ROUND_EVERY_MS } from './retention.ts';
import { ONLY_SLOT } from './server-slot.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A store and its retention, with a clock that the test sets. */
async function thirtyDays(fresh: FreshDatabase) {
  const opened = await openStore(await fresh());
  let now = Date.now();
  const removedCounts: number[] = [];
  const retain = () =>
    createRetention({
      database: opened.database,
      serverSlot: ONLY_SLOT,
      days: 30,
      now: () => now,
      onRemoved: (count) => removedCounts.push(count),
    });
  const retention = retain();
  const add = (receivedAt: number, given = {}) =>
    opened.writer.add(newDetection({ received_at: receivedAt, at: receivedAt, ...given }), null);
  const ids = async () =>
    (await opened.database.kysely.selectFrom('detection').select('id').orderBy('id').execute()).map(({ id }) => id);
  const round = async (of = retention) => {
    while (await of.step());
  };
  const kinds = async () =>
    (await opened.database.kysely.selectFrom('event').select('kind').orderBy('seq').execute()).map(({ kind }) => kind);
  const advance = (ms: number) => {
    now += ms;
  };
  return { ...opened, start: now, removedCounts, retain, retention, add, ids, round, kinds, advance };
}

onBothDatabases('retention', (fresh) => {
  test('removes old detections with their dependents and sends a reset', async () => {
    const place = await fresh();
    const before = await buildTestApp(async () => place);
    const guard = await before.signIn();
    const [receivedLongAgo, now] = [Date.now() - 30 * DAY_MS - 60_000, Date.now()];
    const add = (given: object, frame: Buffer | null = null) =>
      before.dependencies.writer.add(newDetection(given), frame);
    // Retention uses the time of receipt, not the device's clock.
    const secret = frameBytes(3_000);
    const old = await add({ received_at: receivedLongAgo, at: now, event_id: 'old' }, Buffer.from(secret));
    const kept = await add({ received_at: now, at: 0 }, frameBytes(3_000));
    await before.dependencies.writer.comment({
      detection_id: old.id,
      comment: 'Seen',
      user_name: 'Ana',
      user_id: 1,
      at: now,
    });
    const seq = await before.dependencies.detectionEvents.head();
    await before.close();

    const app = await buildTestApp(async () => place, { retentionDays: 30 });
    const stream = await openStream({ url: await addressOf(app), guard, lastEventId: seq });
    await stream.until((events) => events.some(({ event }) => event === 'reset'));
    expect(stream.events.map(({ id, event }) => [id, event])).toEqual([
      [seq, 'hello'],
      [seq + 2, 'reset'],
    ]);
    const ask = (path: string) => app.api.inject({ url: `/api/detections/${path}`, headers: guard });
    const list = (await ask('all')).json();
    expect([list.total, list.data.map(({ id }: { id: number }) => id)]).toEqual([1, [kept.id]]);
    expect((await ask('stats')).json()).toMatchObject({ total: 1, active_threats: 1 });
    expect((await ask(`${old.id}/jpeg`)).statusCode).toBe(404);
    expect((await ask(`${kept.id}/jpeg`)).statusCode).toBe(200);

    const { kysely, dialect } = app.dependencies.database;
    expect(await kysely.selectFrom('comment').selectAll().execute()).toEqual([]);
    await expect.poll(() => kysely.selectFrom('frame_erasure').selectAll().execute()).toEqual([]);
    if (dialect === 'postgres') expect(await kysely.selectFrom('frame').select('id').execute()).toHaveLength(1);
    else expect(readFileSync(join(place.dataDir, 'frames', '00000001.seg')).includes(secret.subarray(4))).toBe(false);
    expect(await drift(place.address)).toEqual([]);
    // Devices do not repeat a report after so long.
    await expect.poll(() => kysely.selectFrom('report_key').select('detection_id').execute()).toHaveLength(1);
    await expect.poll(async () => app.logLines().join()).toContain('Old detections were removed');
  });

  test('removes in batches, sends one reset, and runs again after an hour', async () => {
    const { address, start, removedCounts, add, ids, round, retention, kinds, advance } = await thirtyDays(fresh);
    const old = Array.from({ length: 200 }, (_, index) => add(start - 31 * DAY_MS + index));
    await Promise.all(old);
    const dueSoon = await add(start - 30 * DAY_MS + 1);
    const recent = await add(start);
    expect(await retention.step()).toBe(true);
    expect((await ids()).length).toBeLessThan(202);
    await round();
    expect(await ids()).toEqual([dueSoon.id, recent.id]);
    expect(removedCounts).toEqual([200]);
    const afterReports = (await kinds()).slice(202);
    expect(new Set(afterReports.slice(0, -1))).toEqual(new Set(['pruned']));
    expect([afterReports.length > 2, afterReports.at(-1)]).toEqual([true, 'reset']);

    advance(ROUND_EVERY_MS - 1);
    await round();
    expect(await ids()).toEqual([dueSoon.id, recent.id]);
    advance(1);
    await round();
    expect(await ids()).toEqual([recent.id]);
    expect(removedCounts).toEqual([200, 1]);
    expect(await drift(address)).toEqual([]);
  });

  test('sends nothing when there is nothing to remove', async () => {
    const { start, removedCounts, add, ids, round, kinds } = await thirtyDays(fresh);
    await round();
    const { id } = await add(start);
    await round();
    expect([await ids(), removedCounts, await kinds()]).toEqual([[id], [], ['created']]);
  });

  test('keeps rows from the future and removes the old ones behind them', async () => {
    const { start, add, ids, round } = await thirtyDays(fresh);
    const ahead = await Promise.all(Array.from({ length: 300 }, () => add(start + DAY_MS)));
    await add(start - 31 * DAY_MS);
    const recent = await add(start - 29 * DAY_MS);
    await round();
    expect(await ids()).toEqual([...ahead.map(({ id }) => id), recent.id].sort((a, b) => a - b));
  });

  test('continues after a restart in the middle of a round', async () => {
    const { start, removedCounts, add, ids, round, retention, retain } = await thirtyDays(fresh);
    await Promise.all(Array.from({ length: 200 }, () => add(start - 31 * DAY_MS)));
    const { id } = await add(start);
    await retention.step();
    await round(retain());
    expect([await ids(), removedCounts]).toEqual([[id], [200 - 64]]);
  });

  test('of two servers removes everything once and sends a reset at both', async () => {
    const { address, start, add, ids, round, retain, kinds } = await thirtyDays(fresh);
    await Promise.all(Array.from({ length: 600 }, () => add(start - 31 * DAY_MS)));
    const { id } = await add(start);
    await Promise.all([round(retain()), round(retain())]);
    expect(await ids()).toEqual([id]);
    expect(await kinds()).toContain('reset');
    expect(await drift(address)).toEqual([]);
  });
});

test('a row that is not due ends the scan; one from the future is skipped', () => {
  const clock = { before: 100, now: 200 };
  const rows = (...times: number[]) => times.map((received_at, index) => ({ id: index + 1, received_at }));
  expect(dueAmong(rows(), clock)).toEqual({ upTo: null, ended: false });
  expect(dueAmong(rows(98, 99), clock)).toEqual({ upTo: 2, ended: false });
  expect(dueAmong(rows(98, 100, 99), clock)).toEqual({ upTo: 1, ended: true });
  expect(dueAmong(rows(201, 99, 201, 200), clock)).toEqual({ upTo: 2, ended: true });
  expect(dueAmong(rows(201, 201), clock)).toEqual({ upTo: null, ended: false });
});

test('batches grow while fast, shrink while slow, and stay within their limits', () => {
  expect([nextBatch(64, 1), nextBatch(64, 10), nextBatch(64, 40)]).toEqual([128, 64, 32]);
  expect([nextBatch(512, 1), nextBatch(16, 1_000)]).toEqual([512, 16]);
});
