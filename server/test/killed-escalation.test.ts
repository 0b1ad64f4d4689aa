import { expect, test, vi } from 'vitest';
import { emptyFolder } from './data/empty-folder.ts';
import { type FreshDatabase, freshPostgres, onBothDatabases } from './data/on-both-databases.ts';
import { aReport, asJson } from './data/reports.ts';
import { type Received, type WebhookReceiver, webhookReceiver } from './doubles/webhook-receiver.ts';
import { deskAt, ESCALATION, policyOf, rung, WEBHOOK_SECRET } from './servers/escalation-desk.ts';
import { startRestartable } from './servers/restartable-server.ts';
import { signUpAt } from './servers/sign-up-at.ts';
import { twoServers } from './servers/two-servers.ts';

vi.setConfig({ testTimeout: 120_000 });

const RUNGS = [0, 1, 2, 3, 4];
const KILLS = 5;
const INCIDENTS_BETWEEN = 4;
const LATE_MS = 2_000;

type Place = Awaited<ReturnType<FreshDatabase>>;

function settingsOf({ address, dataDir }: Place) {
  const database = address.dialect === 'postgres' ? { DATABASE_URL: address.url } : {};
  return { DATA_DIR: dataDir, TEAM: 'true', WEBHOOK_SECRET, DEVICE_RATE_LIMIT: '0', ...database };
}

function policyFor({ url }: WebhookReceiver) {
  const rungs = RUNGS.map((after) => rung(after, { kind: 'webhook', url: `${url}/${after}` }));
  return policyOf(rungs, { rules: [{ name: 'All', min_level: 1, rungs }] });
}

/** A guard's policy at a built server, and a camera whose reports are incidents of their own. */
async function operate(url: () => Promise<string>, receiver: WebhookReceiver) {
  const { guard, key } = await signUpAt(await url());
  const answer = await fetch(`${await url()}/api/escalation/policy`, {
    method: 'PUT',
    headers: { ...guard, 'content-type': 'application/json' },
    body: JSON.stringify({ version: 0, policy: policyFor(receiver) }),
  });
  expect(answer.status).toBe(200);
  let reported = 0;
  return {
    report: async () => {
      reported += 1;
      const timestamp = new Date(Date.now() - reported * 300_000).toISOString();
      const { headers, body } = asJson(aReport({ timestamp }), null);
      const sent = { method: 'POST', headers: { ...headers, authorization: `Bearer ${key}` }, body };
      expect((await fetch(`${await url()}/api/ingest/detections`, sent as RequestInit)).status).toBe(201);
    },
    reported: () => reported,
  };
}

const placeOf = ({ path, body }: Received) => `${JSON.parse(body).incident.id} ${path}`;

/** Every rung of every incident arrives, and what arrives twice has the same key. */
function expectEach(receiver: WebhookReceiver, incidents: number) {
  const keys = new Map<string, Set<unknown>>();
  for (const received of receiver.taken) {
    const known = keys.get(placeOf(received)) ?? new Set();
    keys.set(placeOf(received), known.add(received.headers['idempotency-key']));
  }
  expect(keys.size).toBe(incidents * RUNGS.length);
  expect([...keys].filter(([, { size }]) => size > 1)).toEqual([]);
}

const rungsArrived = ({ taken }: WebhookReceiver) => new Set(taken.map(placeOf)).size;

onBothDatabases('the escalation at a built server', (fresh) => {
  test(`loses no rung when it is killed ${KILLS} times`, async () => {
    const receiver = await webhookReceiver();
    const server = await startRestartable(settingsOf(await fresh()));
    const { report, reported } = await operate(server.url, receiver);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = rungsArrived(receiver);
      for (let one = 0; one < INCIDENTS_BETWEEN; one += 1) await report();
      await vi.waitFor(() => expect(rungsArrived(receiver)).toBeGreaterThan(before + INCIDENTS_BETWEEN), 20_000);
      await server.restart('SIGKILL');
    }
    await vi.waitFor(() => expect(rungsArrived(receiver)).toBe(reported() * RUNGS.length), 60_000);
    expectEach(receiver, reported());
    expect(server.logged(50)).toEqual([]);
  });
});

test('the other server goes on in time when one of two is killed', async () => {
  const receiver = await webhookReceiver();
  const place = await freshPostgres();
  const shared = { SESSION_SECRET: 'one secret for both servers of this test' };
  const doomed = await startRestartable({ ...settingsOf(place), ...shared });
  const other = await startRestartable({ ...settingsOf({ ...place, dataDir: emptyFolder() }), ...shared });
  const { report, reported } = await operate(other.url, receiver);
  const askedAt = () => new Map(receiver.taken.map((one) => [placeOf(one), JSON.parse(one.body)]));
  for (let one = 0; one < INCIDENTS_BETWEEN; one += 1) await report();
  await vi.waitFor(() => expect(rungsArrived(receiver)).toBeGreaterThan(INCIDENTS_BETWEEN), 20_000);
  await doomed.end('SIGKILL');
  await vi.waitFor(() => expect(rungsArrived(receiver)).toBe(reported() * RUNGS.length), 60_000);
  expectEach(receiver, reported());
  expect([...askedAt().values()].filter(({ late_s }) => late_s > LATE_MS / 1_000)).toEqual([]);
});

test('two servers on one database fire each rung once for each incident and receiver', async () => {
  const receiver = await webhookReceiver();
  const { here, there } = await twoServers({ team: true, escalation: ESCALATION });
  const desks = [await deskAt(here), await deskAt(there, 'ben@gmail.com')];
  const [first] = desks;
  await first?.setPolicy(policyFor(receiver));
  const incidents = new Set<number>();
  for (let one = 0; one < 20; one += 1) {
    const seen = await desks[one % 2]?.see({ device_id: `camera-${one}` });
    if (seen !== undefined) incidents.add(seen);
  }
  for (let second = 0; second < 6; second += 1) {
    for (const desk of desks) desk.sleep(1);
    await Promise.all(desks.map(({ settle }) => settle()));
  }
  expect(receiver.taken.map(placeOf).sort()).toEqual([...new Set(receiver.taken.map(placeOf))].sort());
  expectEach(receiver, incidents.size);
  const fired = (await first?.escalations()) ?? [];
  expect(fired).toHaveLength(incidents.size * RUNGS.length);
});
