import { expect, onTestFinished, test } from 'vitest';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { testLog } from '../../test/servers/test-log.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { frigateCameras } from './cameras.ts';
import { frigateStore } from './frigate.store.ts';

onBothDatabases("Frigate's cameras", (fresh) => {
  test('become one device each when several servers see them first at the same time', async () => {
    const { address } = await fresh();
    const database = openDatabase(address);
    onTestFinished(database.close);
    await migrate(database);
    const { log } = testLog();
    const server = () =>
      frigateCameras({ store: frigateStore(database.kysely), topicPrefix: 'frigate', now: Date.now, log });
    const [here, there] = [server(), server()];
    const names = Array.from({ length: 10 }, (_, index) => `camera-${index}`);
    const seen = await Promise.all(
      names.flatMap((name) => [here.deviceOf(name), there.deviceOf(name), here.deviceOf(name)]),
    );
    expect(seen.map((device) => device?.name)).toEqual(names.flatMap((name) => [name, name, name]));
    expect((await here.all()).map(({ name }) => name).sort()).toEqual(names);
    expect(new Set(seen.map((device) => device?.id)).size).toBe(names.length);
  });
});
