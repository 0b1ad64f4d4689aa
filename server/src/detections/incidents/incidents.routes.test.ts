import { expect, test } from 'vitest';
import { frameBytes, NOON, newDetection } from '../../../test/data/new-detection.ts';
import { type FreshDatabase, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';

async function guardedApp(fresh: FreshDatabase) {
  const app = await buildTestApp(fresh);
  const headers = await app.signIn();
  const { writer } = app.dependencies;
  const see = (seconds: number, given = {}, frame: Buffer<ArrayBuffer> | null = null) =>
    writer.add(newDetection({ at: NOON + seconds * 1_000, ...given }), frame);
  const ask = async (path: string) => {
    const answer = await app.api.inject({ url: path, headers });
    return { status: answer.statusCode, ...answer.json() };
  };
  return { ...app, see, ask, writer };
}

const at = (seconds: number) => new Date(NOON + seconds * 1_000).toISOString();

onBothDatabases('incidents over HTTP', (fresh) => {
  test('are listed by when they were last seen, with their best picture and latest place', async () => {
    const { ask, see } = await guardedApp(fresh);
    await see(0, { weapon_type: 'MACHETE', confidence: 60, threat_level: 5 });
    const best = await see(20, { weapon_type: 'machete', confidence: 91, threat_level: 6 }, frameBytes());
    await see(40, { weapon_type: 'machete', confidence: 70, threat_level: 7, location: 'Pier' }, frameBytes());
    const other = await see(10, { device_id: 'camera-2', threat_level: 9 });
    const { data, next_cursor } = await ask('/api/incidents');
    expect([data.length, next_cursor]).toEqual([2, null]);
    expect(data[0]).toEqual({
      id: expect.any(Number),
      weapon_type: 'machete',
      device_id: 'camera-1',
      device: 'Gate camera',
      location: 'Pier',
      first_seen: at(0),
      last_seen: at(40),
      sightings: 3,
      threat_level: 7,
      confidence: 91,
      latest_detection_id: 3,
      picture: { detection_id: best.id, jpeg_endpoint: `/api/detections/${best.id}/jpeg` },
    });
    expect(data[1]).toMatchObject({ device_id: 'camera-2', sightings: 1, picture: null });
    const high = await ask('/api/incidents?level=high');
    expect(high.data.map(({ latest_detection_id: id }: { latest_detection_id: number }) => id)).toEqual([other.id]);
    expect((await ask('/api/incidents?level=low')).status).toBe(400);
  });

  test('are paged without a gap', async () => {
    const { ask, see } = await guardedApp(fresh);
    await Promise.all(
      Array.from({ length: 25 }, (_, index) => see((index % 7) * 100, { device_id: `camera-${index}` })),
    );
    const seen: number[] = [];
    for (let cursor = ''; ; ) {
      const { data, next_cursor } = await ask(`/api/incidents?limit=4${cursor}`);
      seen.push(...data.map(({ id }: { id: number }) => id));
      if (next_cursor === null) break;
      cursor = `&cursor=${next_cursor}`;
    }
    const all = (await ask('/api/incidents')).data.map(({ id }: { id: number }) => id);
    expect([seen, new Set(seen).size]).toEqual([all, 25]);
    expect((await ask('/api/incidents?cursor=x')).status).toBe(400);
  });

  test('show their detections, what happened, and how the device was', async () => {
    const { ask, see } = await guardedApp(fresh);
    for (const seconds of [0, 30, 60]) await see(seconds, { metrics: `{"cpu_usage":${seconds}}` });
    await see(30, { weapon_type: 'Knife' });
    const { data } = await ask('/api/detections/all');
    const [id] = data.map(({ incident_id }: { incident_id: number }) => incident_id);
    const whole = await ask(`/api/incidents/${id}`);
    expect(whole).toMatchObject({ success: true, incident: { id, sightings: 3 }, metrics: { cpu_usage: 60 } });
    expect(whole.detections.map(({ id }: { id: number }) => id)).toEqual([3, 2, 1]);
    expect(whole.detections[0]).toMatchObject({ incident_id: id });
    const moment = { threat_level: 8, confidence: 87.5 };
    expect(whole.timeline).toEqual([
      { kind: 'seen', timestamp: at(0), detection_id: 1, ...moment },
      { kind: 'seen_again', timestamp: at(30), detection_id: 2, ...moment },
      { kind: 'seen_again', timestamp: at(60), detection_id: 3, ...moment },
    ]);
    const page = await ask(`/api/incidents/${id}?limit=2`);
    expect(page.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['seen_again', 'seen_again']);
    const rest = await ask(`/api/incidents/${id}?limit=2&cursor=${page.next_cursor}`);
    expect([rest.detections.length, rest.timeline[0].kind, rest.next_cursor]).toEqual([1, 'seen', null]);
    expect((await ask('/api/incidents/99')).status).toBe(404);
  });

  test('are found by the id of an incident that became part of them, and say so to the stream', async () => {
    const { ask, see, dependencies } = await guardedApp(fresh);
    await see(0);
    await see(100);
    await see(50);
    expect(await ask('/api/incidents/2')).toMatchObject({ incident: { id: 1, sightings: 3 } });
    const { events } = await dependencies.detectionEvents.after(0, 10);
    expect(events.at(-1)?.event).toEqual({ type: 'incident.merged', data: { id: 2, into: 1 } });
    expect((await ask('/api/detections/2')).detection.incident_id).toBe(1);
  });
});
