import { expect, test } from 'vitest';
import { NOON, newDetection } from '../../test/new-detection.ts';
import { onBothDatabases } from '../../test/on-both-databases.ts';
import { openStore } from '../../test/open-store.ts';
import { recount } from '../writer/recount.ts';
import { hourCounters } from './migrations/0005-hour-counters.ts';

onBothDatabases('the counters of hours', (fresh) => {
  test('are made from those of minutes when they are new to a database', async () => {
    const { address, database, writer } = await openStore(await fresh());
    for (const minutes of [-70, -1, 0, 1, 59, 60, 61, 4_000_000]) {
      await writer.add(newDetection({ at: NOON - minutes * 60_000 }), null);
    }
    await writer.add(newDetection({ at: -1 }), null);
    await database.kysely.deleteFrom('counter').where('kind', '=', 'hour').execute();
    await hourCounters(database);
    const drifts = [];
    for await (const drift of recount(address)) drifts.push(...drift);
    expect(drifts).toEqual([]);
  });
});
