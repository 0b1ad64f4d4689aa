import { expect, test, vi } from 'vitest';
import { freshPostgres } from './data/on-both-databases.ts';
import { siteUnderLoad } from './servers/site-under-load.ts';

vi.setConfig({ testTimeout: 120_000 });

test('killing each of two servers under load loses and duplicates nothing, and the streams continue at the other server', async () => {
  const { address } = await freshPostgres();
  const door = address.dialect === 'postgres' ? address.url : '';
  const { north, south, goesOn, streams, load, expectWhole } = await siteUnderLoad({ address, doors: [door, door] });
  await goesOn();
  await north.end('SIGKILL');
  await goesOn();
  await north.restart('SIGKILL');
  await goesOn();
  await south.restart('SIGKILL');
  await goesOn();
  await expectWhole();
  for (const stream of streams) expect(stream.openings()).toBeGreaterThan(1);
  // Killed servers gave no response, and running ones never answered 503.
  expect([...load.statuses.keys()].filter((status) => ![0, 200, 201].includes(status))).toEqual([]);
  expect([...north.logged(50), ...south.logged(50)]).toEqual([]);
});
