import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { freshPostgres } from './data/on-both-databases.ts';
import { cuttableProxy } from './doubles/cuttable-proxy.ts';
import { siteUnderLoad } from './servers/site-under-load.ts';

vi.setConfig({ testTimeout: 120_000 });

const CUT_MS = 10_000;

test.each(['refused', 'silent'] as const)(
  'the network between one of two servers and the database cut for 10 seconds (%s): the other goes on, nothing is lost or doubled, and every stream catches up',
  async (how) => {
    const { address } = await freshPostgres();
    const door = address.dialect === 'postgres' ? address.url : '';
    const proxy = await cuttableProxy(door);
    const { goesOn, load, streams, expectWhole } = await siteUnderLoad({ address, doors: [proxy.url, door] });
    await goesOn();
    proxy.cut(how);
    await Promise.all([pause(CUT_MS), goesOn()]);
    proxy.heal();
    await goesOn();
    await expectWhole();
    expect([...load.statuses.keys()].filter((status) => ![0, 200, 201, 503].includes(status))).toEqual([]);
    for (const stream of streams) expect(stream.openings()).toBe(1);
  },
);
