import type { Device } from '@vedette/contract/device';
import { expect, test } from 'vitest';
import { aHeartbeat, sendHeartbeat } from '../../test/data/heartbeats.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { openStream } from '../../test/servers/open-stream.ts';
import { twoServers } from '../../test/servers/two-servers.ts';
import { registerDevice } from './devices.actions.ts';

type App = Pick<Awaited<ReturnType<typeof buildTestApp>>, 'api' | 'dependencies' | 'signIn'>;

async function aCamera({ api, dependencies, signIn }: App) {
  const { deviceStore: store, now } = dependencies;
  const { device, key } = await registerDevice({ store, now }, { name: 'Gate' });
  const url = `/api/devices/${device.id}`;
  const headers = await signIn();
  return {
    id: device.id,
    sends: (fields: object = {}) =>
      sendHeartbeat(api, key, aHeartbeat({ sent_at: new Date(now()).toISOString(), ...fields })),
    sendsWithKey: (other: string, fields: object = {}) => sendHeartbeat(api, other, aHeartbeat(fields)),
    device: async () => (await api.inject({ url, headers })).json<{ device: Device }>().device,
    revoke: () => api.inject({ method: 'DELETE', url, headers }),
  };
}

onBothDatabases('heartbeats', (fresh) => {
  test('a device that was just seen is stored for whoever asks while that is being written', async () => {
    const app = await buildTestApp(fresh);
    await (await aCamera(app)).sends();
    const { dependencies } = app;
    void dependencies.lastSeen.flush();
    await dependencies.lastSeen.flush();
    const row = await dependencies.database.kysely
      .selectFrom('device')
      .select('last_seen_at')
      .executeTakeFirstOrThrow();
    expect(row.last_seen_at).not.toBeNull();
  });

  test('the last heartbeat is stored and updates last_seen_at', async () => {
    const app = await buildTestApp(fresh);
    const camera = await aCamera(app);
    expect(await camera.device()).toMatchObject({ heartbeat: null, state: null, state_since: null });
    expect((await camera.sends()).json()).toEqual({ success: true, received_at: '2025-01-15T12:00:00.000Z' });
    app.clock.advance(30_000);
    const metrics = { cpu_usage: 40 };
    await camera.sends({ sent_at: '2025-01-15T12:00:28.500Z', metrics });
    const expected = {
      last_seen_at: '2025-01-15T12:00:30.000Z',
      state: 'online',
      state_since: '2025-01-15T12:00:00.000Z',
      heartbeat: {
        received_at: '2025-01-15T12:00:30.000Z',
        sent_at: '2025-01-15T12:00:28.500Z',
        clock_difference: 1_500,
        last_frame_age: 40,
        fps: 12.5,
        outbox: { waiting: 0, oldest_age: null, dead: 0 },
        model: { name: 'yolo', sha256: 'ab'.repeat(32) },
        version: '1.2.3',
        metrics,
      },
    };
    expect(await camera.device()).toMatchObject(expected);
    const { kysely } = app.dependencies.database;
    const row = await kysely.selectFrom('device').selectAll().executeTakeFirstOrThrow();
    expect(Number(row.heartbeat_at)).toBe(Date.parse(expected.heartbeat.received_at));
  });

  test('the state changes with heartbeats and with time', async () => {
    const app = await buildTestApp(fresh);
    const camera = await aCamera(app);
    const state = async () => {
      const { state, state_since } = await camera.device();
      return [state, state_since?.slice(11, 19)];
    };
    await camera.sends();
    app.clock.advance(30_000);
    await camera.sends({ last_frame_age: 20_000 });
    expect(await state()).toEqual(['blind', '12:00:10']);
    app.clock.advance(30_000);
    await camera.sends({ last_frame_age: 50_000 });
    expect(await state()).toEqual(['blind', '12:00:10']);
    app.clock.advance(30_000);
    await camera.sends({ sent_at: '2025-01-15T13:01:30.000Z' });
    expect(await state()).toEqual(['clock-wrong', '12:01:30']);
    app.clock.advance(30_000);
    await camera.sends({ outbox: { waiting: 12, oldest_age: 61_000, dead: 0 } });
    expect(await state()).toEqual(['outbox-growing', '12:02:00']);
    app.clock.advance(89_999);
    expect(await state()).toEqual(['outbox-growing', '12:02:00']);
    app.clock.advance(1);
    expect(await state()).toEqual(['offline', '12:02:00']);
    app.clock.advance(10_000);
    await camera.sends();
    expect(await state()).toEqual(['online', '12:03:40']);
  });

  test('streams receive an event when a device becomes blind or offline or is revoked', async () => {
    const app = await buildTestApp(fresh);
    const camera = await aCamera(app);
    const url = await app.api.listen({ host: '127.0.0.1', port: 0 });
    const stream = await openStream({ url, guard: await app.signIn('watch@gmail.com') });
    const last = () => stream.events.findLast(({ event }) => event === 'devices')?.data;
    await camera.sends();
    await expect.poll(last).toEqual({ count: 0, latest: [] });
    app.clock.advance(30_000);
    await camera.sends({ last_frame_age: null });
    const gate = { device_id: camera.id, name: 'Gate', since: '2025-01-15T12:00:30.000Z' };
    await expect.poll(last).toEqual({ count: 1, latest: [{ ...gate, state: 'blind' }] });
    // No heartbeat arrives, and the server detects that with its next refresh.
    app.clock.advance(90_000);
    await expect.poll(last).toEqual({ count: 1, latest: [{ ...gate, state: 'offline' }] });
    const later = await openStream({ url, guard: await app.signIn('later@gmail.com') });
    await later.until((events) => events.length === 1);
    expect(later.events[0]?.data).toMatchObject({ devices: { count: 1, latest: [{ ...gate, state: 'offline' }] } });
    await camera.revoke();
    await expect.poll(last).toEqual({ count: 0, latest: [] });
    expect(stream.events.filter(({ event, id }) => event === 'devices' && id !== null)).toEqual([]);
  });
});

const wrong: [fields: object, field: string][] = [
  [{ sent_at: 'yesterday' }, 'sent_at'],
  [{ sent_at: '0000-12-31T23:59:59Z' }, 'sent_at'],
  [{ sent_at: undefined }, 'sent_at'],
  [{ last_frame_age: -1 }, 'last_frame_age'],
  [{ last_frame_age: 1.5 }, 'last_frame_age'],
  [{ last_frame_age: undefined }, 'last_frame_age'],
  [{ fps: -0.1 }, 'fps'],
  [{ outbox: { waiting: -1, oldest_age: null, dead: 0 } }, 'outbox.waiting'],
  [{ model: { name: 'm', sha256: 'AB'.repeat(32) } }, 'model.sha256'],
  [{ version: 'x'.repeat(65) }, 'version'],
  [{ more: 1 }, 'more'],
];

test('an invalid heartbeat is refused with its field, a wrong key with 401, and a heartbeat within a second with 429', async () => {
  const app = await buildTestApp(freshSqlite);
  const camera = await aCamera(app);
  for (const [fields, field] of wrong) {
    const answer = await camera.sends(fields);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
  }
  expect((await camera.sendsWithKey(`vdk_${'0'.repeat(16)}_${'x'.repeat(43)}`)).statusCode).toBe(401);
  expect((await camera.device()).heartbeat).toBeNull();
  expect((await camera.sends()).statusCode).toBe(200);
  app.clock.advance(999);
  const early = await camera.sends();
  expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '1']);
  app.clock.advance(1);
  expect((await camera.sends()).statusCode).toBe(200);
});

test('the metrics count devices by state, and do not count heartbeats as reports', async () => {
  const app = await buildTestApp(freshSqlite, { metrics: true });
  const camera = await aCamera(app);
  await camera.sends({ last_frame_age: null });
  const text = (await app.api.inject({ url: '/metrics' })).payload;
  expect(text).toContain('vedette_device_states{state="blind"} 1');
  expect(text).toContain('vedette_device_states{state="offline"} 0');
  expect(text).not.toContain('vedette_reports_total{status="200"}');
});

test('the metrics contain the last heartbeat of each device until it is revoked', async () => {
  const app = await buildTestApp(freshSqlite, { metrics: true });
  const camera = await aCamera(app);
  const sent_at = new Date(app.dependencies.now() - 40_000).toISOString();
  await camera.sends({ sent_at, last_frame_age: 500, fps: 7.5, outbox: { waiting: 3, oldest_age: 10, dead: 1 } });
  app.clock.advance(2_000);
  const ofDevice = async () => {
    const { payload } = await app.api.inject({ url: '/metrics' });
    const lines = payload.matchAll(/^vedette_device_(\w+)\{device_id="\w+",name="Gate"\} (\S+)$/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
  };
  expect(await ofDevice()).toEqual({
    ...{ heartbeat_age_seconds: 2, frame_age_seconds: 2.5, frames_per_second: 7.5 },
    ...{ outbox_reports: 3, dead_reports: 1, clock_difference_seconds: 40 },
  });
  await camera.revoke();
  await app.dependencies.heartbeats.refresh();
  expect(await ofDevice()).toEqual({});
});

test('a heartbeat that one server received is shown by the other', async () => {
  const { here, there } = await twoServers();
  const camera = await aCamera(here);
  const url = await there.api.listen({ host: '127.0.0.1', port: 0 });
  const stream = await openStream({ url, guard: await there.signIn('watch@gmail.com') });
  const last = () => stream.events.findLast(({ event }) => event === 'devices')?.data;
  await camera.sends({ last_frame_age: null });
  await expect.poll(last).toMatchObject({ count: 1, latest: [{ name: 'Gate', state: 'blind' }] });
});
