import { expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { NOON, startFrigateSite } from '../../test/servers/frigate-site.ts';

onBothDatabases('Frigate', (fresh) => {
  test('a weapon becomes one detection with picture and box, regardless of the number of messages', async () => {
    const { frigate, open } = await startFrigateSite();
    const site = await open(fresh);
    const knife = frigate.track({ start_time: NOON + 1.25, false_positive: true, top_score: 0.4 });
    const person = frigate.track({ start_time: NOON + 2, label: 'person' });
    await frigate.change(knife, {}, 'new');
    await frigate.change(person, {}, 'new');
    await frigate.change(knife, { top_score: 0.5 });
    expect(await site.detections()).toEqual([]);

    await frigate.change(knife, { false_positive: false, top_score: 0.91, entered_zones: ['driveway'] }, 'new');
    const detection = await site.detected(knife);
    await frigate.change(knife, { top_score: 0.97, entered_zones: ['driveway', 'yard'] });
    expect(detection).toMatchObject({
      weapon_type: 'Knife',
      confidence: 91,
      timestamp: '2025-01-15T12:00:01.250Z',
      location: 'front_door (driveway)',
      device: 'front_door',
      box: { left: 0.1, top: 0.1, width: 0.1, height: 0.1 },
      annotated: false,
    });
    expect((await site.frameOf(detection)).equals(frigate.picture)).toBe(true);
    expect(frigate.requests()).toContain(`/api/events/${knife}/snapshot.jpg?bbox=0&crop=0&timestamp=0`);

    await frigate.change(knife, { end_time: NOON + 9 }, 'end');
    await frigate.change(knife, { end_time: NOON + 9 }, 'end');
    const gun = frigate.track({ start_time: NOON + 10, label: 'gun', camera: 'yard', top_score: 0.7 });
    await frigate.change(gun, {}, 'new');
    expect(await site.detected(gun)).toMatchObject({ weapon_type: 'Pistol', threat_level: 9, location: 'yard' });
    expect(await site.detections()).toHaveLength(2);
    expect(await site.detected(knife)).toEqual(detection);
    const lastSeen = async () => (await site.devices()).map(({ name, last_seen_at }) => [name, last_seen_at]);
    await expect.poll(lastSeen).toEqual([
      ['front_door', '2025-01-15T12:00:00.000Z'],
      ['yard', '2025-01-15T12:00:00.000Z'],
    ]);
  });

  test('missed events are read from the list once and page by page, but none from before the first start', async () => {
    const { frigate, open } = await startFrigateSite();
    const place = await fresh();
    const old = frigate.track({ start_time: NOON - 1 });
    const first = await open(async () => place);
    await first.close();
    // Two objects start in each frame, so that a page ends between two of them.
    const times = Array.from({ length: 103 }, (_, index) => NOON + Math.floor(index / 2));
    const missed = times.map((start_time) => frigate.track({ start_time, end_time: start_time + 5 }));
    const other = frigate.track({ start_time: NOON + 50, label: 'person' });
    const second = await open(async () => place);
    const count = async () => {
      // The device's rate limit applies to missed events, too.
      second.clock.advance(1_000);
      return (await second.detections()).length;
    };
    await expect.poll(count).toBe(missed.length);
    const detections = await second.detections();
    expect(detections.map(({ track_id }) => track_id).sort()).toEqual([...missed].sort());
    expect(missed).not.toContain(old);
    expect(missed).not.toContain(other);
    // Frigate draws the box into the snapshot of an ended event.
    expect(detections[0]).toMatchObject({ annotated: true, box: { left: 0.1, top: 0.1, width: 0.1, height: 0.1 } });
    await second.close();

    const late = frigate.track({ start_time: NOON + 3, label: 'gun' });
    const third = await open(async () => place);
    await third.detected(late);
    expect(await third.detections()).toHaveLength(missed.length + 1);
  });
});

test('a late snapshot is stored with the report; without a snapshot in time the report is stored without one', async () => {
  const { frigate, open } = await startFrigateSite();
  const site = await open(freshSqlite);
  const [late, missing, failing, hanging, huge] = [1, 2, 3, 4, 5].map((second) => {
    return frigate.track({ start_time: NOON + second });
  }) as [string, string, string, string, string];
  frigate.answerSnapshots(late, 404, 500, 'picture');
  frigate.answerSnapshots(missing, 404);
  frigate.answerSnapshots(failing, 500);
  frigate.answerSnapshots(hanging, 'never');
  frigate.answerSnapshots(huge, 'endless');
  site.expectLogLine(/Frigate gives no snapshot/);
  for (const event of [late, missing, failing, hanging, huge]) await frigate.change(event, {}, 'new');
  expect(await site.detected(late)).toMatchObject({ has_binary_jpeg: true });
  for (const event of [missing, failing, hanging, huge]) {
    expect(await site.detected(event)).toMatchObject({ has_binary_jpeg: false, box: null, annotated: false });
  }
  // Later messages do not change the detection.
  await frigate.change(missing, { top_score: 0.99 });
  const next = frigate.track({ start_time: NOON + 6 });
  await frigate.change(next, {}, 'new');
  await site.detected(next);
  expect(await site.detections()).toHaveLength(6);
});

test('detections have the name and location that the device was given', async () => {
  const { frigate, open } = await startFrigateSite();
  const site = await open(freshSqlite);
  await frigate.publishStats({ front_door: { camera_fps: 5 } });
  await expect.poll(site.devices).toHaveLength(1);
  const [device] = await site.devices();
  const changed = await site.rename(device?.device_id ?? '', { name: 'Main door', location: 'Gate 3' });
  expect(changed.statusCode).toBe(200);
  const knife = frigate.track({ start_time: NOON, entered_zones: ['driveway'] });
  await frigate.change(knife, {}, 'new');
  expect(await site.detected(knife)).toMatchObject({ device: 'Main door', location: 'Gate 3 (driveway)' });
});

test('events of a revoked camera are ignored', async () => {
  const { frigate, open } = await startFrigateSite();
  const site = await open(freshSqlite);
  const first = frigate.track({ start_time: NOON });
  await frigate.change(first, {}, 'new');
  const { device_id } = await site.detected(first);
  expect((await site.revoke(device_id ?? '')).statusCode).toBe(200);
  site.expectLogLine(/was revoked on the Devices page/);
  await frigate.publishStats({ front_door: { camera_fps: 5 }, yard: { camera_fps: 5 } });
  await frigate.change(frigate.track({ start_time: NOON + 1 }), {}, 'new');
  const elsewhere = frigate.track({ start_time: NOON + 2, camera: 'yard' });
  await frigate.change(elsewhere, {}, 'new');
  await site.detected(elsewhere);
  expect((await site.detections()).map(({ track_id }) => track_id)).toEqual([elsewhere, first]);
  expect((await site.devices()).map(({ name }) => name)).toEqual(['yard']);
});

test('the server signs in to Frigate with the password and does not log it', async () => {
  const { frigate, open } = await startFrigateSite({ password: 'p@ss word' });
  const site = await open(freshSqlite);
  const knife = frigate.track({ start_time: NOON });
  await frigate.change(knife, {}, 'new');
  expect(await site.detected(knife)).toMatchObject({ has_binary_jpeg: true });
  expect(site.logLines().join()).not.toMatch(/p(@|%40)ss/);
});
