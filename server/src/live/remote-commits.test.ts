import { expect, test } from 'vitest';
import { newDetection } from '../../test/data/new-detection.ts';
import { openStream } from '../../test/servers/open-stream.ts';
import { twoServers } from '../../test/servers/two-servers.ts';

/** Two servers, and a stream of the second. */
async function streamOfAnother() {
  const { here, there } = await twoServers();
  const url = await there.api.listen({ host: '127.0.0.1', port: 0 });
  const stream = await openStream({ url, guard: await there.signIn() });
  await stream.until((events) => events.length === 1);
  const received = (seq: number) => stream.until((events) => events.at(-1)?.id === seq);
  return { writer: here.dependencies.writer, here, there, stream, received };
}

test('streams of one server send what another server commits', async () => {
  const { writer, stream, received } = await streamOfAnother();
  const { id } = await writer.add(newDetection(), null);
  await received(1);
  await writer.add(newDetection({ location: 'Pier 4' }), null);
  await received(2);
  await writer.remove(id);
  await received(3);
  await writer.clear();
  await received(4);
  expect(stream.events.map(({ event }) => event)).toEqual([
    'hello',
    'detection.created',
    'detection.created',
    'detection.deleted',
    'detections.cleared',
  ]);
});

test('sends what was committed while the listening connection was lost once it is restored', async () => {
  const { writer, here, there, received } = await streamOfAnother();
  await writer.add(newDetection(), null);
  await received(1);
  for (const app of [here, there]) app.expectLogLine(/no notifications of other servers/);
  const { database } = here.dependencies;
  if (database.dialect !== 'postgres') throw new Error('Only PostgreSQL has several servers');
  const { pool } = database;
  const listeners = `from pg_stat_activity where datname = current_database() and application_name like 'vedette server%'`;
  await expect.poll(async () => (await pool.query(`select pid ${listeners}`)).rowCount).toBe(2);
  await pool.query(`select pg_terminate_backend(pid) ${listeners}`);
  await writer.add(newDetection(), null);
  await received(2);
  await writer.add(newDetection(), null);
  await received(3);
});
