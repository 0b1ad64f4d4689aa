import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { recount } from '../src/writer/recount.ts';
import { type FreshDatabase, onBothDatabases } from './on-both-databases.ts';
import { addressOf, type ServerProcess, startServer } from './start-server.ts';
import { type SteadyLoad, startLoad } from './steady-load.ts';

vi.setConfig({ testTimeout: 120_000 });

const CAMERAS = 16;
const KILLS = 5;
const REPORTS_BETWEEN = 100;

type Place = Awaited<ReturnType<FreshDatabase>>;

/** The built server on one data folder, whatever happens to its process. */
async function operate({ address, dataDir }: Place) {
  const settings = {
    DATA_DIR: dataDir,
    DEVICE_RATE_LIMIT: '0',
    ...(address.dialect === 'postgres' && { DATABASE_URL: address.url }),
  };
  const lives: ServerProcess[] = [];
  let url: Promise<string>;

  async function start() {
    const server = startServer(settings);
    lives.push(server);
    return (await addressOf(server)).replace('localhost', '127.0.0.1');
  }
  async function end(signal: NodeJS.Signals) {
    const server = lives.at(-1);
    server?.process.kill(signal);
    return server?.exit;
  }
  url = start();
  const origin = await url;
  const call = async (path: string, options: RequestInit = {}) => fetch(`${await url}${path}`, options);
  const post = (path: string, body: object, headers: Record<string, string>) =>
    call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin, ...headers },
    });
  const account = { name: '', email: 'ana@gmail.com', password: 'correct horse battery' };
  const [cookie = ''] = (await post('/api/auth/sign-up/email', account, {})).headers.getSetCookie();
  const device = await (await post('/api/devices', { name: 'Gate camera', location: 'North gate' }, { cookie })).json();

  return {
    key: (device as { key: string }).key,
    url: () => url,
    end,
    restart: async (signal: NodeJS.Signals) => {
      url = end(signal).then(start);
      await url;
    },
    read: (path: string) => call(path, { headers: { cookie } }),
    /** What any of its lives logged as an error or worse. */
    errors: () => lives.flatMap((life) => life.output().split('\n')).filter((line) => /^{"level":[56]0/.test(line)),
  };
}

type Operated = Awaited<ReturnType<typeof operate>>;
type Listed = { id: number; weapon_type: string; threat_level: number };

async function everyDetection({ read }: Operated): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let cursor = ''; ; ) {
    const page = (await (await read(`/api/detections/all?limit=250${cursor}`)).json()) as {
      data: Listed[];
      next_cursor: string | null;
    };
    all.push(...page.data);
    if (page.next_cursor === null) return all;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

async function damagedFrames({ read }: Operated, { acknowledged }: SteadyLoad): Promise<number[]> {
  const damaged: number[] = [];
  for (const { id, sha256 } of acknowledged.values()) {
    const answer = await read(`/api/detections/${id}/jpeg`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) damaged.push(id);
  }
  return damaged;
}

async function drift({ address }: Place) {
  const differences = [];
  for await (const found of recount(address)) differences.push(...found);
  return differences;
}

const ascending = (a: number, b: number) => a - b;

onBothDatabases('a server under load', (fresh) => {
  test(`killed ${KILLS} times loses, doubles and damages nothing that it acknowledged`, async () => {
    const place = await fresh();
    const server = await operate(place);
    const load = startLoad({ cameras: CAMERAS, key: server.key, address: server.url });
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await load.reached(kill * REPORTS_BETWEEN);
      await server.restart('SIGKILL');
    }
    await load.reached((KILLS + 1) * REPORTS_BETWEEN);
    await load.stop();

    // Every report was sent until it was acknowledged, so there is one detection for each and no other.
    const stored = await everyDetection(server);
    const acknowledgedIds = [...load.acknowledged.values()].map(({ id }) => id);
    expect(stored.map(({ id }) => id).sort(ascending)).toEqual(acknowledgedIds.sort(ascending));
    expect(await damagedFrames(server, load)).toEqual([]);
    expect(await (await server.read('/api/detections/stats')).json()).toMatchObject({
      total: stored.length,
      active_threats: stored.filter(({ threat_level }) => threat_level >= 8).length,
      last_hour: stored.length,
      by_weapon_type: { rifle: stored.length },
    });
    expect(await drift(place)).toEqual([]);
    expect(server.errors()).toEqual([]);
  });

  test('told to stop ends in peace within 10 seconds, with everything stored that it acknowledged', async () => {
    const place = await fresh();
    const server = await operate(place);
    const load = startLoad({ cameras: CAMERAS, key: server.key, address: server.url });
    await load.reached(REPORTS_BETWEEN);
    const asked = performance.now();
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(10_000);
    await load.stop('abandon');

    await server.restart('SIGTERM');
    const stored = new Set((await everyDetection(server)).map(({ id }) => id));
    expect([...load.acknowledged.values()].filter(({ id }) => !stored.has(id))).toEqual([]);
    expect(await damagedFrames(server, load)).toEqual([]);
    expect(await drift(place)).toEqual([]);
    expect(server.errors()).toEqual([]);
  });
});
