import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTestApp } from '../../../test/servers/build-test-app.ts';
import { familiarNetworks } from './familiar-networks.store.ts';

const HOME = '192.0.2.7';
const ANA = 'ana@gmail.com';
const BEN = 'ben@gmail.com';

onBothDatabases('networks of sign-ins', (fresh) => {
  async function open() {
    const { dependencies } = await buildTestApp(fresh);
    const { kysely } = dependencies.database;
    let now = 0;
    const networks = familiarNetworks({ kysely, secret: 'a secret', now: () => now });
    const pass = (ms: number) => {
      now += ms;
    };
    return { kysely, networks, pass };
  }

  test('are familiar to that account for a month', async () => {
    const { kysely, networks, pass } = await open();
    await networks.note(ANA, HOME);
    pass(29 * 86_400_000);
    const known = async () => [await networks.includes(ANA, HOME), await networks.includes(BEN, HOME)];
    expect(await known()).toEqual([true, false]);
    expect(await networks.includes(ANA, '198.51.100.1')).toBe(false);
    pass(86_400_000);
    expect(await known()).toEqual([false, false]);
    await networks.note(BEN, HOME);
    expect(await kysely.selectFrom('familiar_network').select('id').execute()).toHaveLength(1);
  });

  test('are limited to the last eight per account', async () => {
    const { networks, pass } = await open();
    await networks.note(BEN, HOME);
    await networks.note(ANA, HOME);
    for (let host = 0; host <= 7; host += 1) {
      pass(1);
      await networks.note(ANA, `198.51.100.${host}`);
    }
    expect(await networks.includes(ANA, HOME)).toBe(false);
    expect(await networks.includes(ANA, '198.51.100.0')).toBe(true);
    expect(await networks.includes(BEN, HOME)).toBe(true);
  });
});
