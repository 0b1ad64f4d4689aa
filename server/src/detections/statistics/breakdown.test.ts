import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { guardDesk } from '../../../test/servers/guard-desk.ts';

onBothDatabases('the breakdown of detections', (fresh) => {
  test('lists the ten devices and locations with the most reports, and counts the others', async () => {
    const { call, store } = await guardDesk(fresh);
    for (let number = 1; number <= 12; number += 1) {
      const device_id = `camera-${String(number).padStart(2, '0')}`;
      const labels = { device_id, device: `Camera ${number}`, location: `Gate ${String(number).padStart(2, '0')}` };
      for (let count = number; count <= 12; count += 1) await store(labels);
    }
    await store({ device_id: null, device: null, location: null, event_id: null, source: 'manual' });
    const { status, body } = await call('GET', '/breakdown');
    expect(status).toBe(200);
    expect(body.devices).toHaveLength(10);
    expect(body.devices[0]).toEqual({ device_id: 'camera-01', name: 'Camera 1', count: 12 });
    expect(body.devices.at(-1)).toEqual({ device_id: 'camera-10', name: 'Camera 10', count: 3 });
    expect(body.locations[0]).toEqual({ location: 'Gate 01', count: 12 });
    expect([body.other_devices, body.other_locations]).toEqual([3, 3]);
  });

  test('counts each level in each of the last 24 hours like the history, without deleted detections', async () => {
    const { call, store } = await guardDesk(fresh);
    const at = Date.UTC(2025, 0, 15, 11, 30);
    const first = await store({ at, threat_level: 8 });
    await store({ at: at + 60_000, threat_level: 10 });
    await store({ at, threat_level: 5 });
    await store({ at: at - 22 * 3_600_000, threat_level: 4 });
    await store({ at: at - 23 * 3_600_000, threat_level: 4 });
    await store({ at: Date.UTC(2025, 0, 15, 12, 30), threat_level: 1 });
    const { body } = await call('GET', '/breakdown');
    expect([body.from, body.to]).toEqual(['2025-01-14T13:00:00.000Z', '2025-01-15T13:00:00.000Z']);
    const hours = [
      { at: '2025-01-14T13:00:00.000Z', level: 'low', count: 1 },
      { at: '2025-01-15T11:00:00.000Z', level: 'high', count: 2 },
      { at: '2025-01-15T11:00:00.000Z', level: 'medium', count: 1 },
      { at: '2025-01-15T12:00:00.000Z', level: 'low', count: 1 },
    ];
    expect(body.hours).toEqual(hours);
    for (const { at: from, level, count } of hours) {
      const to = new Date(Date.parse(from) + 3_600_000).toISOString();
      const list = await call('GET', `/all?level=${level}&from=${from}&to=${to}`);
      expect(list.body.data).toHaveLength(count);
    }
    await call('DELETE', `/${first}`);
    expect((await call('GET', '/breakdown')).body.hours[1]).toMatchObject({ level: 'high', count: 1 });
  });
});
