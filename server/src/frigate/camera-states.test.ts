import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { NOON, startFrigateSite } from '../../test/servers/frigate-site.ts';

onBothDatabases("the states of Frigate's cameras", (fresh) => {
  test('change with the statistics, when Frigate stops and when it is silent', async () => {
    const { frigate, open } = await startFrigateSite();
    const site = await open(fresh);
    const states = async () => (await site.devices()).map(({ name, state }) => [name, state]);
    const publishStats = async (frontDoor: object, seconds: number) => {
      site.clock.advance(seconds * 1_000);
      await frigate.publishStats({ front_door: frontDoor, yard: { camera_fps: 5, process_fps: 5.1 } });
    };
    await publishStats({ camera_fps: 5, process_fps: 4.9, detection_enabled: true }, 0);
    await expect.poll(states).toEqual([
      ['front_door', 'online'],
      ['yard', 'online'],
    ]);
    const [device] = await site.devices();
    expect(device).toMatchObject({
      last_seen_at: '2025-01-15T12:00:00.000Z',
      heartbeat: { fps: 4.9, last_frame_age: 0, version: 'Frigate 0.16.1-abc', model: null },
    });
    await publishStats({ camera_fps: 0, process_fps: 0 }, 30);
    await expect.poll(states).toContainEqual(['front_door', 'blind']);
    expect((await site.devices())[0]?.state_since).toBe('2025-01-15T12:00:00.000Z');
    await publishStats({ camera_fps: 5 }, 30);
    await expect.poll(states).toContainEqual(['front_door', 'online']);
    await publishStats({ camera_fps: 5, detection_enabled: false }, 30);
    await expect.poll(states).toContainEqual(['front_door', 'blind']);
    await publishStats({ camera_fps: 5, detection_enabled: true }, 30);
    await expect.poll(states).toContainEqual(['front_door', 'online']);

    // The cameras are recorded one after the other.
    const lastSeen = async () => (await site.devices()).map(({ last_seen_at }) => last_seen_at);
    await expect.poll(lastSeen).toEqual(['2025-01-15T12:02:00.000Z', '2025-01-15T12:02:00.000Z']);
    site.clock.advance(10_000);
    await frigate.end();
    const blind = [
      ['front_door', 'blind'],
      ['yard', 'blind'],
    ];
    await expect.poll(states).toEqual(blind);
    expect((await site.devices())[0]?.state_since).toBe('2025-01-15T12:02:10.000Z');
    site.clock.advance(90_000);
    expect(await states()).toEqual(blind.map(([name]) => [name, 'offline']));

    // The list contains an event that began while Frigate published nothing.
    const knife = frigate.track({ start_time: NOON + 150 });
    await frigate.start();
    await site.detected(knife);
    await publishStats({ camera_fps: 5 }, 1);
    await expect.poll(states).toContainEqual(['front_door', 'online']);
  });
});
