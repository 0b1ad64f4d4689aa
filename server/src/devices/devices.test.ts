import { describe, expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import type { Guard } from '../../test/servers/sign-in-as.ts';

async function addDevice({ api }: TestApp, headers: Guard, body: object = { name: 'Gate 3', location: 'North fence' }) {
  const answer = await api.inject({ method: 'POST', url: '/api/devices', headers, payload: body });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ device_id: string; name: string; location: string | null; key: string }>();
}

const listed = async ({ api }: TestApp, headers: Guard) => (await api.inject({ url: '/api/devices', headers })).json();

/** Authenticates with this key. */
function authenticate({ dependencies }: TestApp, key: string | undefined) {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return dependencies.deviceGate.authenticateDevice({ headers: authorization });
}

onBothDatabases('devices', (fresh) => {
  test('are added, listed and revoked', async () => {
    const app = await buildTestApp(fresh);
    const guard = await app.signIn();
    const added = await addDevice(app, guard);
    expect(added).toEqual({
      success: true,
      device_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'Gate 3',
      location: 'North fence',
      key: expect.stringMatching(/^vdk_[0-9a-f]{16}_[\w-]{43}$/),
    });
    const device = {
      device_id: added.device_id,
      name: 'Gate 3',
      location: 'North fence',
      created_at: '2025-01-15T12:00:00.000Z',
      last_seen_at: null,
      other_labels: [],
      heartbeat: null,
      state: null,
      state_since: null,
    };
    expect(await listed(app, guard)).toEqual({ success: true, devices: [device] });
    expect(await authenticate(app, added.key)).toEqual({
      id: added.device_id,
      name: 'Gate 3',
      location: 'North fence',
    });

    const url = `/api/devices/${added.device_id}`;
    expect((await app.api.inject({ method: 'DELETE', url, headers: guard })).statusCode).toBe(200);
    expect(await listed(app, guard)).toEqual({ success: true, devices: [] });
    await expect(authenticate(app, added.key)).rejects.toMatchObject({ apiCode: 'UNAUTHORIZED' });
    expect((await app.api.inject({ method: 'DELETE', url, headers: guard })).statusCode).toBe(404);
  });

  test('report under a new name and location after a change', async () => {
    const app = await buildTestApp(fresh);
    const guard = await app.signIn();
    const { device_id: id, key } = await addDevice(app, guard);
    await authenticate(app, key);
    const url = `/api/devices/${id}`;
    const change = async (payload: object) =>
      (await app.api.inject({ method: 'PATCH', url, headers: guard, payload })).json();
    expect(await change({ name: ' Gate 4 ' })).toMatchObject({ device: { name: 'Gate 4', location: 'North fence' } });
    expect(await change({ location: 'South fence' })).toMatchObject({
      device: { name: 'Gate 4', location: 'South fence' },
    });
    expect(await authenticate(app, key)).toEqual({ id, name: 'Gate 4', location: 'South fence' });
    expect(await change({ location: '' })).toMatchObject({ device: { name: 'Gate 4', location: null } });
    expect(await change({})).toMatchObject({ device: { name: 'Gate 4', location: null } });
    expect((await app.api.inject({ url, headers: guard })).json().device).toMatchObject({
      device_id: id,
      name: 'Gate 4',
    });
    for (const payload of [{ name: ' ' }, { location: 'x'.repeat(201) }, { key_hash: 'x' }]) {
      expect(await change(payload)).toMatchObject({ success: false, code: 'BAD_REQUEST' });
    }
  });

  test('have a key that can be rotated: the previous one is valid for an hour, older ones are not', async () => {
    const app = await buildTestApp(fresh);
    const guard = await app.signIn();
    const { device_id: id, key: first } = await addDevice(app, guard);
    const rotate = async () =>
      (await app.api.inject({ method: 'POST', url: `/api/devices/${id}/key`, headers: guard })).json();
    const { key: second, old_key_until } = await rotate();
    expect(old_key_until).toBe('2025-01-15T13:00:00.000Z');
    expect((await listed(app, guard)).devices[0].old_key_until).toBe(old_key_until);
    app.clock.advance(3_599_999);
    for (const key of [first, second]) expect(await authenticate(app, key)).toMatchObject({ id });
    app.clock.advance(1);
    await expect(authenticate(app, first)).rejects.toMatchObject({ apiCode: 'UNAUTHORIZED' });
    expect(await authenticate(app, second)).toMatchObject({ id });
    expect((await listed(app, guard)).devices[0]).not.toHaveProperty('old_key_until');

    const { key: third } = await rotate();
    const { key: fourth } = await rotate();
    await expect(authenticate(app, second)).rejects.toMatchObject({ apiCode: 'UNAUTHORIZED' });
    for (const key of [third, fourth]) expect(await authenticate(app, key)).toMatchObject({ id });
    await app.api.inject({ method: 'DELETE', url: `/api/devices/${id}`, headers: guard });
    for (const key of [third, fourth]) {
      await expect(authenticate(app, key)).rejects.toMatchObject({ apiCode: 'UNAUTHORIZED' });
    }
  });

  test.each([
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/key'],
  ] as const)('%s of a device that is not there, %s, is answered so', async (method, below) => {
    const app = await buildTestApp(fresh);
    const url = `/api/devices/${'0'.repeat(16)}${below}`;
    const payload = method === 'PATCH' ? { payload: { name: 'Gate' } } : {};
    const answer = await app.api.inject({ method, url, headers: await app.signIn(), ...payload });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  test('show when they were last seen, and keep the newest time', async () => {
    const app = await buildTestApp(fresh);
    const guard = await app.signIn();
    const first = await addDevice(app, guard);
    await addDevice(app, guard, { name: 'Gate 4' });
    const { lastSeen } = app.dependencies;
    lastSeen.note(first.device_id);
    app.clock.advance(5_000);
    lastSeen.note(first.device_id);
    await lastSeen.flush();
    const { devices } = await listed(app, guard);
    const seen = devices.map((device: { last_seen_at: string | null }) => device.last_seen_at).sort();
    expect(seen).toEqual(['2025-01-15T12:00:05.000Z', null]);
  });
});

describe('a key', () => {
  test('is not stored in the database', async () => {
    const app = await buildTestApp(freshSqlite);
    const { key } = await addDevice(app, await app.signIn());
    const rows = await app.dependencies.database.kysely.selectFrom('device').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.split('_').slice(2).join('_'));
  });

  test('of another device, of no device, or missing is refused', async () => {
    const app = await buildTestApp(freshSqlite);
    const guard = await app.signIn();
    const [one, other] = [await addDevice(app, guard), await addDevice(app, guard)];
    const secretOf = (key: string) => key.slice(21);
    for (const key of [
      undefined,
      '',
      one.key.slice(0, -1),
      `${one.key}x`,
      `vdk_${one.device_id}_${secretOf(other.key)}`,
      `vdk_${'0'.repeat(16)}_${secretOf(one.key)}`,
    ]) {
      await expect(authenticate(app, key)).rejects.toMatchObject({ apiCode: 'UNAUTHORIZED' });
    }
  });
});

describe('the rate of a device', () => {
  test("allows a burst of one second's reports, then the rate, for each device separately", async () => {
    const app = await buildTestApp(freshSqlite, { deviceRateLimit: 3 });
    const guard = await app.signIn();
    const [one, other] = [await addDevice(app, guard), await addDevice(app, guard)];
    for (let report = 0; report < 3; report += 1) await authenticate(app, one.key);
    await expect(authenticate(app, one.key)).rejects.toMatchObject({ apiCode: 'RATE_LIMITED', retryAfterSeconds: 1 });
    await authenticate(app, other.key);
    app.clock.advance(334);
    await authenticate(app, one.key);
    await expect(authenticate(app, one.key)).rejects.toMatchObject({ apiCode: 'RATE_LIMITED' });
  });

  test('is unlimited for the setting 0', async () => {
    const app = await buildTestApp(freshSqlite, { deviceRateLimit: 0 });
    const { key } = await addDevice(app, await app.signIn());
    for (let report = 0; report < 1_000; report += 1) await authenticate(app, key);
  });
});

describe('POST /api/devices', () => {
  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'Gate', location: 'x'.repeat(201) }, 'location'],
    [{ name: 'Gate', key: 'vdk_mine' }, 'key'],
  ])('with %j is answered 400 for %s', async (payload, field) => {
    const app = await buildTestApp(freshSqlite);
    const answer = await app.api.inject({ method: 'POST', url: '/api/devices', headers: await app.signIn(), payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ success: false, code: 'BAD_REQUEST', field });
  });

  test.each([undefined, null, ''])('with the location %j stores none', async (location) => {
    const app = await buildTestApp(freshSqlite);
    const body = { name: 'Gate', ...(location === undefined ? {} : { location }) };
    expect(await addDevice(app, await app.signIn(), body)).toMatchObject({ location: null });
  });
});
