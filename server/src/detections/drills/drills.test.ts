import type { Drill } from '@vedette/contract/drill';
import { expect, test } from 'vitest';
import { connectCamera } from '../../../test/data/camera.ts';
import { drift } from '../../../test/data/expect-whole-store.ts';
import { frameBytes } from '../../../test/data/new-detection.ts';
import { freshPostgres, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { aReport, asJpeg, asJson, ENCODINGS } from '../../../test/data/reports.ts';
import { buildTeam } from '../../../test/servers/team.ts';

type Team = Awaited<ReturnType<typeof buildTeam>>;

async function addDevice({ ask }: Team, name = 'Gate camera'): Promise<string> {
  return (await ask('POST', '/api/devices', { body: { name, location: 'North gate' } })).device_id;
}

async function drillEvents({ dependencies }: Team): Promise<Drill[]> {
  const { events } = await dependencies.detectionEvents.after(0, 1_000);
  return events.flatMap(({ event }) => (event.type === 'drill' ? [event.data] : []));
}

onBothDatabases('drills', (fresh) => {
  test('one goes to the screens, is painted once, and is no detection', async () => {
    const team = await buildTeam(fresh);
    const { ask, dependencies } = team;
    const device = await addDevice(team);
    const sent = await ask('POST', `/api/devices/${device}/drills`);
    expect(sent).toMatchObject({ status: 201, drill: { device_id: device, device: 'Gate camera', painted_at: null } });
    expect(await drillEvents(team)).toEqual([sent.drill]);
    team.clock.advance(400);
    for (const by of ['dana@gmail.com', 'eli@gmail.com']) {
      expect((await ask('POST', `/api/drills/${sent.drill.id}/painted`, { by })).status).toBe(204);
    }
    const events = await drillEvents(team);
    expect(events).toHaveLength(2);
    expect(events[1]).toEqual({ ...sent.drill, painted_at: '2025-01-15T12:00:00.400Z' });
    const { last_proven_at, devices } = await ask('GET', '/api/drills');
    expect(last_proven_at).toBe('2025-01-15T12:00:00.400Z');
    expect(devices).toEqual([
      { device_id: device, device: 'Gate camera', every_s: 0, last: events[1], last_proven_at },
    ]);

    const { total, active_threats } = await ask('GET', '/api/detections/stats');
    expect([total, active_threats]).toEqual([0, 0]);
    expect((await ask('GET', '/api/detections/all')).data).toEqual([]);
    expect((await ask('GET', '/api/incidents')).data).toEqual([]);
    const { kysely } = dependencies.database;
    expect(await kysely.selectFrom('frame_erasure').selectAll().execute()).toEqual([]);
    expect(await kysely.selectFrom('counter').selectAll().execute()).toEqual([]);
    expect((await ask('POST', '/api/devices/none/drills')).status).toBe(404);
  });

  test('a device sends one as a report in every encoding, which is checked like any other', async () => {
    const team = await buildTeam(fresh);
    const { send } = await connectCamera(team);
    for (const [index, [, encode]] of ENCODINGS.entries()) {
      const answer = await send(encode(aReport({ drill: true }), frameBytes()));
      expect(answer).toMatchObject({ status: 202, body: { success: true, drill_id: index + 1 } });
    }
    expect((await send(asJson(aReport({ drill: true }), null))).status).toBe(202);
    expect((await send(asJson(aReport({ drill: true, confidence: 2 }), frameBytes()))).status).toBe(400);
    expect((await send(asJpeg(aReport({ drill: true }), Buffer.from('no JPEG')))).status).toBe(415);
    expect(await drillEvents(team)).toHaveLength(ENCODINGS.length + 1);
    expect((await team.ask('GET', '/api/detections/all')).data).toEqual([]);
    expect((await send(asJson(aReport({ drill: false }), null))).status).toBe(201);
  });

  test('a scheduled one comes again and again, and is missed when no screen paints it', async () => {
    const team = await buildTeam(fresh);
    const { ask, clock, put } = team;
    const device = await addDevice(team);
    expect((await put(`/api/devices/${device}/drills`, { every_s: 10 })).status).toBe(400);
    expect((await put('/api/devices/none/drills', { every_s: 60 })).status).toBe(404);
    expect((await put(`/api/devices/${device}/drills`, { every_s: 60 })).status).toBe(200);
    await expect.poll(async () => (await drillEvents(team)).length).toBe(1);
    clock.advance(31_000);
    await expect.poll(async () => (await drillEvents(team)).at(-1)?.missed).toBe(true);
    clock.advance(30_000);
    await expect.poll(async () => (await drillEvents(team)).length).toBe(3);
    const [first, , second] = await drillEvents(team);
    expect([first?.missed, second?.missed, second?.painted_at]).toEqual([true, false, null]);
    // Late, but it shows that a screen has come back.
    await ask('POST', `/api/drills/${first?.id}/painted`);
    expect((await drillEvents(team)).at(-1)).toMatchObject({
      id: first?.id,
      missed: true,
      painted_at: expect.any(String),
    });
    expect((await put(`/api/devices/${device}/drills`, { every_s: 0 })).status).toBe(200);
    const { devices } = await ask('GET', '/api/drills');
    expect(devices).toMatchObject([{ every_s: 0, last: { id: second?.id } }]);
  });
});

onBothDatabases('drills and devices', (fresh) => {
  test('what is not painted for a week keeps the last proof, and a revoked device leaves nothing', async () => {
    const team = await buildTeam(fresh);
    const { ask, clock, dependencies } = team;
    const device = await addDevice(team);
    const run = () => ask('POST', `/api/devices/${device}/drills`);
    const proven = await run();
    await ask('POST', `/api/drills/${proven.drill.id}/painted`);
    await run();
    clock.advance(8 * 24 * 3_600_000);
    const { kysely } = dependencies.database;
    const ids = async () => (await kysely.selectFrom('drill').select('id').orderBy('id').execute()).map(({ id }) => id);
    const people = await team.signIn('later@gmail.com');
    const late = await team.api.inject({ method: 'POST', url: `/api/devices/${device}/drills`, headers: people });
    expect(late.statusCode).toBe(201);
    expect(await ids()).toEqual([proven.drill.id, late.json().drill.id]);
    await team.api.inject({ method: 'DELETE', url: `/api/devices/${device}`, headers: people });
    expect(await ids()).toEqual([]);
  });

  test('the button sends a few at once, and no more', async () => {
    const team = await buildTeam(fresh);
    const device = await addDevice(team);
    const statuses = [];
    for (let press = 0; press < 6; press += 1) {
      statuses.push((await team.ask('POST', `/api/devices/${device}/drills`)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

test('of two servers one sends a drill that is due', async () => {
  const place = await freshPostgres();
  const north = await buildTeam(async () => place);
  const south = await buildTeam(async () => place, { people: north.people });
  const device = await addDevice(north);
  await north.put(`/api/devices/${device}/drills`, { every_s: 60 });
  for (let sent = 1; sent <= 5; sent += 1) {
    // Each drill has two events: it was sent, and it was painted.
    await expect.poll(async () => (await drillEvents(north)).length).toBe(2 * sent - 1);
    const [last] = (await drillEvents(north)).slice(-1);
    await south.ask('POST', `/api/drills/${last?.id}/painted`);
    expect(await drillEvents(north)).toHaveLength(2 * sent);
    for (const { clock } of [north, south]) clock.advance(60_000);
  }
  expect(await drift(place.address)).toEqual([]);
});
