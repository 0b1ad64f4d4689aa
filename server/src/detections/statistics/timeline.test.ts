import { TimelineAnswer } from '@vedette/contract/timeline';
import { expect, test } from 'vitest';
import { expectShape } from '../../../test/data/expect-shape.ts';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { guardDesk } from '../../../test/servers/guard-desk.ts';

const NOW = Date.UTC(2025, 0, 15, 12, 34, 56, 789);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

onBothDatabases('the timeline', (fresh) => {
  test('counts by minute, by hour, and a month by hour, up to the current step', async () => {
    const { app, call, store } = await guardDesk(fresh);
    app.clock.advance(NOW - Date.UTC(2025, 0, 15, 12));
    const thisMinute = Date.UTC(2025, 0, 15, 12, 34);
    const thisHour = Date.UTC(2025, 0, 15, 12);
    const times = [
      ...[NOW, thisMinute, thisMinute - 1, thisMinute - 59 * MINUTE, thisMinute - 59 * MINUTE - 1],
      ...[thisHour - 23 * HOUR, thisHour - 23 * HOUR - 1, thisHour - 30 * DAY + HOUR, thisHour - 30 * DAY + HOUR - 1],
      // A device whose clock is ahead, and one without a valid clock.
      ...[thisMinute + MINUTE, thisHour + HOUR, 0],
    ];
    for (const at of times) await store({ at });

    for (const [range, step, from, to] of [
      ['hour', MINUTE, thisMinute - 59 * MINUTE, thisMinute + MINUTE],
      ['day', HOUR, thisHour - 23 * HOUR, thisHour + HOUR],
      ['month', HOUR, thisHour - 30 * DAY + HOUR, thisHour + HOUR],
    ] as const) {
      const { status, body } = await call('GET', `/timeline?range=${range}`);
      expect([range, status]).toEqual([range, 200]);
      expectShape(body, TimelineAnswer, ['success', 'range', 'step', 'from', 'to', 'points', 'timestamp']);
      const counts = new Map<number, number>();
      for (const at of times.filter((time) => time >= from && time < to).sort((a, b) => a - b)) {
        const start = Math.floor(at / step) * step;
        counts.set(start, (counts.get(start) ?? 0) + 1);
      }
      expect(body).toEqual({
        success: true,
        range,
        step: range === 'hour' ? 'minute' : 'hour',
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        points: [...counts].map(([at, count]) => ({ at: new Date(at).toISOString(), count })),
        timestamp: '2025-01-15T12:34:56.789Z',
      });
    }
  });

  test('leaves out deleted detections and empty steps', async () => {
    const { call, store } = await guardDesk(fresh);
    const at = Date.UTC(2025, 0, 15, 11, 30);
    const [first, second] = [await store({ at }), await store({ at: at + 1_000 })];
    const counts = async () => (await call('GET', '/timeline?range=day')).body.points;
    expect(await counts()).toEqual([{ at: '2025-01-15T11:00:00.000Z', count: 2 }]);
    await call('DELETE', `/${first}`);
    expect(await counts()).toEqual([{ at: '2025-01-15T11:00:00.000Z', count: 1 }]);
    await call('DELETE', `/${second}`);
    expect(await counts()).toEqual([]);
  });

  test('has exactly three ranges', async () => {
    const { call } = await guardDesk(fresh);
    for (const query of ['', '?range=', '?range=week', '?range=Hour', '?range=hour&range=day']) {
      const { status, body } = await call('GET', `/timeline${query}`);
      expect([query, status, body]).toMatchObject([query, 400, { code: 'BAD_REQUEST', field: 'range' }]);
    }
  });
});
