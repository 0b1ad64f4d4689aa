import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emptyPostgres } from './data/on-both-databases.ts';
import { addressOf, type ServerProcess, startServer } from './servers/start-server.ts';
import { PASSWORD } from './servers/visitor.ts';

const SECRET = 'one secret for all servers of these tests';

/** An empty database, and a function that starts servers on it that share nothing else. */
async function aDatabase() {
  const { address } = await emptyPostgres();
  const url = address.dialect === 'postgres' ? address.url : '';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const column = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows.flat();
  return {
    start(settings: Record<string, string> = {}) {
      const DATA_DIR = mkdtempSync(join(tmpdir(), 'vedette-together-'));
      onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
      return startServer({ DATA_DIR, DATABASE_URL: url, SESSION_SECRET: SECRET, ...settings });
    },
    migrations: () => column('select name from kysely_migration order by name'),
    indexes: () =>
      column(`select indexname from pg_indexes where indexname like 'detection\\_active\\_%' order by indexname`),
    slotsHeld: () =>
      column(`select objid::int from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database()) order by 1`),
  };
}

async function end(server: ServerProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
  server.process.kill(signal);
  await server.exit;
}

function graveLines(server: ServerProcess): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line));
}

async function signUp(server: ServerProcess): Promise<number> {
  const address = await addressOf(server);
  const { status } = await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: `${randomUUID()}@gmail.com`, password: PASSWORD }),
  });
  return status;
}

describe('servers on one database', { timeout: 90_000 }, () => {
  test('start four at the same time, and each migration runs once', async () => {
    const { start, migrations, indexes, slotsHeld } = await aDatabase();
    const servers = [start(), start(), start(), start()];
    await Promise.all(servers.map(addressOf));
    // The first call loads the identity library.
    expect(await Promise.all(servers.map(signUp))).toEqual([200, 200, 200, 200]);
    const made = await migrations();
    expect(made.length).toBeGreaterThan(8);
    expect(new Set(made).size).toBe(made.length);
    expect([await indexes(), await slotsHeld()]).toEqual([['detection_active_8'], [0, 1, 2, 3]]);
    expect(servers.flatMap(graveLines)).toEqual([]);
  });

  test('reuse the counter slot of a killed server', async () => {
    const { start, slotsHeld } = await aDatabase();
    const servers = [start(), start(), start()];
    await Promise.all(servers.map(addressOf));
    expect(await slotsHeld()).toEqual([0, 1, 2]);
    const [first] = servers;
    if (first !== undefined) await end(first, 'SIGKILL');
    await expect.poll(slotsHeld).toHaveLength(2);
    await addressOf(start());
    expect(await slotsHeld()).toEqual([0, 1, 2]);
  });

  test('do not start with another session secret while one runs, and log the setting', async () => {
    const { start } = await aDatabase();
    const first = start();
    await addressOf(first);
    const OTHER = 'another secret that nobody else has got';
    const stranger = start({ SESSION_SECRET: OTHER });
    expect(await stranger.exit).toMatchObject({ code: 1 });
    expect(stranger.output()).toMatch(/cannot start: .*set SESSION_SECRET to the same value/);
    // Without the setting the server generates its own secret.
    expect(await start({ SESSION_SECRET: '' }).exit).toMatchObject({ code: 1 });

    await end(first);
    const heir = start({ SESSION_SECRET: OTHER });
    await addressOf(heir);
    expect(graveLines(heir)).toEqual([expect.stringContaining('everybody has to sign in again')]);
    for (const { output } of [first, stranger, heir]) {
      expect(output()).not.toContain(SECRET);
      expect(output()).not.toContain(OTHER);
    }
  });

  test('with different active threat levels keep both indexes, and the second server logs the difference', async () => {
    const { start, indexes } = await aDatabase();
    const first = start();
    await addressOf(first);
    const second = start({ ACTIVE_THREAT_LEVEL: '6', REGISTRATION: 'closed' });
    await addressOf(second);
    const [line = ''] = graveLines(second);
    expect(JSON.parse(line)).toMatchObject({
      msg: expect.stringContaining('has other settings'),
      differences: [
        { name: 'ACTIVE_THREAT_LEVEL', here: '6', there: '8' },
        { name: 'REGISTRATION', here: 'closed', there: 'open' },
      ],
    });
    expect(await indexes()).toEqual(['detection_active_6', 'detection_active_8']);
    await end(first);
    const third = start({ ACTIVE_THREAT_LEVEL: '6', REGISTRATION: 'closed' });
    await addressOf(third);
    expect([graveLines(third), await indexes()]).toEqual([[], ['detection_active_6']]);
  });
});
