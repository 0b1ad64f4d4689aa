import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { siteUnderLoad } from './site-under-load.ts';

vi.setConfig({ testTimeout: 120_000 });

test('PostgreSQL restarted under load, in order and by a crash: servers say 503 and live on, nothing is lost or doubled, and every stream catches up', async () => {
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
  // The servers kept them open and told them late.
  for (const stream of streams) expect(stream.openings()).toBe(1);
});
