import { expect, test } from 'vitest';
import { freshSqlite } from '../../test/data/on-both-databases.ts';
import { NOON, startFrigateSite } from '../../test/servers/frigate-site.ts';

const knife = { id: 'a', camera: 'front_door', label: 'knife', start_time: NOON, false_positive: false };
const hostile: (string | Buffer)[] = [
  '',
  'no JSON',
  'null',
  '[]',
  '{"after":null}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  Buffer.from([0xff, 0xfe, 0x00]),
  JSON.stringify({ after: { ...knife, id: '../config' } }),
  JSON.stringify({ after: { ...knife, id: '../../api/config?' } }),
  JSON.stringify({ after: { ...knife, camera: '../../x' } }),
  JSON.stringify({ after: { ...knife, start_time: 'now' } }),
  `{"after":{"__proto__":{"id":"a"},"id":{}}}`,
  JSON.stringify({ after: { ...knife, padding: 'x'.repeat(1024 * 1024) } }),
];

test('malformed messages are logged and ignored, and cause no request', async () => {
  const { frigate, open } = await startFrigateSite();
  const site = await open(freshSqlite);
  site.expectLogLine(/a message of Frigate is not understood/);
  for (const message of hostile) await frigate.publish('events', message);
  for (const message of hostile) await frigate.publish('stats', message);
  for (const message of hostile.slice(0, 4)) await frigate.publish('available', message);
  const good = frigate.track({ start_time: NOON });
  await frigate.change(good, {}, 'new');
  await site.detected(good);
  expect(await site.detections()).toHaveLength(1);
  expect((await site.devices()).map(({ name }) => name)).toEqual(['front_door']);
  const requests = frigate
    .requests()
    .filter((address) => !address.startsWith('/api/events?') && address !== '/api/config');
  expect(requests).toEqual([`/api/events/${good}/snapshot.jpg?bbox=0&crop=0&timestamp=0`]);
});

test('an event that is not a valid report is skipped and does not block others', async () => {
  const { frigate, open } = await startFrigateSite();
  const place = await freshSqlite();
  await (await open(async () => place)).close();
  // The clock of Frigate was years ahead.
  const future = frigate.track({ start_time: NOON + 1e8, label: 'gun' });
  const knife = frigate.track({ start_time: NOON });
  const site = await open(async () => place);
  site.expectLogLine(/an event of Frigate is no valid report/);
  await site.detected(knife);
  await frigate.change(future, {});
  await site.close();
  // The position in the list is not moved into the future.
  const late = frigate.track({ start_time: NOON + 1 });
  const again = await open(async () => place);
  again.expectLogLine(/an event of Frigate is no valid report/);
  await again.detected(late);
  expect((await again.detections()).map(({ track_id }) => track_id)).toEqual([late, knife]);
});

test('at most 256 cameras become devices', async () => {
  const { frigate, open } = await startFrigateSite();
  const site = await open(freshSqlite);
  site.expectLogLine(/more than 256 cameras/);
  const cameras = Array.from({ length: 300 }, (_, index) => [`camera-${index}`, { camera_fps: 5 }]);
  await frigate.publishStats(Object.fromEntries(cameras));
  await expect.poll(() => site.logLines().join()).toMatch(/more than 256 cameras/);
  expect(await site.devices()).toHaveLength(256);
});
