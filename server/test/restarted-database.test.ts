import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from '../../scripts/setup/postgres.mjs';
import { siteUnderLoad } from './servers/site-under-load.ts';

vi.setConfig({ testTimeout: 120_000 });

test('PostgreSQL restarts and crashes under load: servers answer 503 and continue, nothing is lost or duplicated, and every stream catches up', async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const { url } = postgres;
  const { goesOn, load, streams, expectWhole } = await siteUnderLoad({
    address: { dialect: 'postgres', url },
    doors: [url, url],
  });
  await goesOn();
  await postgres.restart('fast');
  await goesOn();
  await postgres.restart('immediate');
  await goesOn();
  await expectWhole();
  expect([...load.statuses.keys()].sort()).toEqual(expect.arrayContaining([201, 503]));
  expect([...load.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  // The servers kept the streams open and sent the events late.
  for (const stream of streams) expect(stream.openings()).toBe(1);
});
