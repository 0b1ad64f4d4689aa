import { expect, test } from 'vitest';
import { newDetection } from '../../test/data/new-detection.ts';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { pushBrowser, vapidClaims } from '../../test/doubles/push-browser.ts';
import { type Received, type WebhookReceiver, webhookReceiver } from '../../test/doubles/webhook-receiver.ts';
import { buildTestApp } from '../../test/servers/build-test-app.ts';
import { deskAt, ESCALATION, escalationDesk, policyOf, rung } from '../../test/servers/escalation-desk.ts';
import { twoServers } from '../../test/servers/two-servers.ts';

function first({ taken: [received] }: WebhookReceiver): Received {
  if (received === undefined) throw new Error('nothing was received');
  return received;
}

onBothDatabases('on duty', (fresh) => {
  test('people go on and off with one call, and everybody sees who is', async () => {
    const { app, call, sleep } = await escalationDesk(fresh);
    expect(await call('GET', '/duty')).toMatchObject({ on_duty: [], me: false });
    const on = await call('PUT', '/duty', { on: true });
    const since = new Date(app.dependencies.now()).toISOString();
    expect(on).toMatchObject({ on_duty: [{ name: 'guard@gmail.com', since }], me: true });
    sleep(60);
    expect(await call('PUT', '/duty', { on: true })).toMatchObject({ on_duty: [{ since }] });
    const ben = await app.signIn('ben@gmail.com');
    const seen = await app.api.inject({ url: '/api/duty', headers: ben });
    expect(seen.json()).toMatchObject({ on_duty: [{ since }], me: false });
    expect(await call('PUT', '/duty', { on: false })).toMatchObject({ on_duty: [], me: false });
    await call('PUT', '/duty', { on: true });
    const { kysely } = app.dependencies.database;
    expect(
      await kysely.selectFrom('duty').select(['user_name', 'since', 'until']).orderBy('id').execute(),
    ).toMatchObject([
      { until: app.dependencies.now() },
      { user_name: 'guard@gmail.com', since: app.dependencies.now(), until: null },
    ]);
  });
});

onBothDatabases('a push message', (fresh) => {
  test('reaches the browsers of who is on duty, encrypted and signed', async () => {
    const [service, other] = [await webhookReceiver(), await webhookReceiver()];
    const { app, call, see, pass, setPolicy, deliveriesOf } = await escalationDesk(fresh);
    const browser = pushBrowser(service.url);
    expect((await call('PUT', '/push/subscription', browser.subscription)).status).toBe(200);
    const ben = await app.signIn('ben@gmail.com');
    const { subscription: payload } = pushBrowser(other.url);
    await app.api.inject({ method: 'PUT', url: '/api/push/subscription', headers: ben, payload });
    await call('PUT', '/duty', { on: true });
    await setPolicy(policyOf([rung(0, { kind: 'push', to: { who: 'on_duty' } })]));
    const id = await see();
    await pass(2);
    expect([service.taken.length, other.taken.length]).toEqual([1, 0]);
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ kind: 'push', receiver: 'guard@gmail.com', state: 'delivered' });
    expect(browser.decrypt(first(service))).toEqual({
      title: 'Alarm: Pistol at North gate',
      body: 'Nobody has acknowledged it yet. Level 8, seen once.',
      link: `http://localhost:8080/incidents/${id}?delivery=${delivery.id}`,
      key: first(service).headers['idempotency-key'],
    });
    const { public_key } = await call('GET', '/push/key');
    expect(vapidClaims(first(service))).toMatchObject({
      key: public_key,
      aud: new URL(service.url).origin,
      sub: 'mailto:desk@example.org',
    });
    expect(first(service).headers).toMatchObject({ urgency: 'high', ttl: '600' });
  });

  test('to a browser that has ended its subscription fails, and it is forgotten', async () => {
    const service = await webhookReceiver();
    const { app, call, see, pass, setPolicy, deliveriesOf } = await escalationDesk(fresh);
    app.expectLogLine(/a delivery has failed/);
    await call('PUT', '/push/subscription', pushBrowser(service.url).subscription);
    await setPolicy(policyOf([rung(0, { kind: 'push', to: { who: 'all' } })]));
    service.answerWith(410);
    const id = await see();
    await pass(1);
    const error = 'This browser no longer receives push messages';
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', attempts: 1, error }]);
    const next = await see({ device_id: 'camera-2' });
    await pass(1);
    expect(await deliveriesOf(next)).toMatchObject([
      { state: 'failed', attempts: 0, receiver: 'Everybody', error: 'Nobody of them receives push messages' },
    ]);
    const nobody = (await deliveriesOf(next))[0].id;
    expect((await call('POST', `/deliveries/${nobody}/retry`)).status).toBe(409);
  });

  test('reaches named people, and says when nobody is on duty', async () => {
    const service = await webhookReceiver();
    const { call, see, pass, setPolicy, deliveriesOf } = await escalationDesk(fresh);
    await call('PUT', '/push/subscription', pushBrowser(service.url).subscription);
    const { people } = await call('GET', '/escalation/policy');
    expect(people).toEqual([{ id: expect.any(String), name: 'guard@gmail.com' }]);
    const named = { who: 'named' as const, user_ids: [people[0].id] };
    await setPolicy(
      policyOf([rung(0, { kind: 'push', to: { who: 'on_duty' } }), rung(5, { kind: 'push', to: named })]),
    );
    const id = await see();
    await pass(1);
    expect((await call('GET', '/escalation/state')).undelivered).toHaveLength(1);
    await pass(5);
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'failed', error: 'Nobody is on duty' },
      { state: 'delivered' },
    ]);
    expect((await call('GET', '/escalation/state')).undelivered).toEqual([]);
  });

  test('can be ended by its browser', async () => {
    const service = await webhookReceiver();
    const { app, call } = await escalationDesk(fresh);
    const { subscription } = pushBrowser(service.url);
    await call('PUT', '/push/subscription', subscription);
    await call('DELETE', '/push/subscription', { endpoint: subscription.endpoint });
    const { kysely } = app.dependencies.database;
    expect(await kysely.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
  });
});

test('two servers have one key pair for push messages', async () => {
  const { here, there } = await twoServers({ team: true, escalation: ESCALATION });
  const desks = [await deskAt(here), await deskAt(there, 'ben@gmail.com')];
  const keys = await Promise.all(desks.map(async ({ call }) => (await call('GET', '/push/key')).public_key));
  expect(new Set(keys).size).toBe(1);
});

test.each(['ftp://push.example.org/1', 'http://10.0.0.5/1', 'https://user@push.example.org/1', 'push'])(
  'a subscription at %s is refused',
  async (endpoint) => {
    const { call } = await escalationDesk(freshSqlite);
    const { subscription } = pushBrowser(endpoint);
    expect(await call('PUT', '/push/subscription', subscription)).toMatchObject({ status: 400, field: 'endpoint' });
  },
);

test('an ntfy message has a priority, a link and the token, which nothing else shows', async () => {
  const server = await webhookReceiver();
  const escalation = { ...ESCALATION, ntfyUrl: server.url, ntfyToken: 'tk_of_this_site' };
  const { app, see, pass, setPolicy, deliveriesOf } = await escalationDesk(freshSqlite, { escalation });
  await setPolicy(policyOf([rung(0, { kind: 'ntfy', topic: 'night' })]));
  const id = await see({ location: 'Tor Süd' });
  await pass(1);
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ kind: 'ntfy', receiver: 'night', state: 'delivered' });
  const { headers, body } = first(server);
  expect(headers.authorization).toBe('Bearer tk_of_this_site');
  expect(JSON.parse(body)).toMatchObject({
    topic: 'night',
    title: 'Pistol at Tor Süd',
    priority: 5,
    click: `http://localhost:8080/incidents/${id}?delivery=${delivery.id}`,
  });
  expect(app.logLines().join() + JSON.stringify(delivery)).not.toContain('tk_of_this_site');
});

test('a test of a receiver is marked, and can be followed', async () => {
  const server = await webhookReceiver();
  const { call, settle } = await escalationDesk(freshSqlite);
  const receiver = { kind: 'webhook', url: server.url };
  const asked = await call('POST', '/escalation/tests', { receiver });
  expect([asked.status, asked.deliveries]).toMatchObject([201, [{ incident_id: null, kind: 'webhook' }]]);
  await settle();
  expect(JSON.parse(first(server).body)).toMatchObject({ event: 'test', test: true, incident: null });
  const { delivery } = await call('GET', `/deliveries/${asked.deliveries[0].id}`);
  expect(delivery).toMatchObject({ state: 'delivered' });
  expect((await call('POST', '/escalation/tests', { receiver: { kind: 'sound' } })).status).toBe(400);
});

test('of two people who change the policy at once, one is told', async () => {
  const { call } = await escalationDesk(freshSqlite);
  const policy = policyOf([rung(0, { kind: 'screens' })]);
  const changed = await call('PUT', '/escalation/policy', { version: 0, policy });
  expect(changed).toMatchObject({ status: 200, version: 1, changed_by: 'guard@gmail.com', policy });
  expect(await call('PUT', '/escalation/policy', { version: 0, policy })).toMatchObject({ status: 409 });
  const wrong = { ...policy, time_zone: 'Mars/Olympus' };
  expect(await call('PUT', '/escalation/policy', { version: 1, policy: wrong })).toMatchObject({
    status: 400,
    field: 'policy.time_zone',
  });
});

test('without a team there are no routes of it, and nothing is watched', async () => {
  const app = await buildTestApp(freshSqlite);
  const headers = await app.signIn();
  for (const path of ['duty', 'escalation/policy', 'deliveries?state=failed', 'push/key']) {
    expect((await app.api.inject({ url: `/api/${path}`, headers })).statusCode).toBe(404);
  }
  expect(app.dependencies.escalation).toBeNull();
});

test('what happened before a team answered is not escalated', async () => {
  const place = await freshSqlite();
  const before = await buildTestApp(async () => place);
  const { now, writer } = before.dependencies;
  await writer.add(newDetection({ at: now(), received_at: now() }), null);
  await before.close();
  const { see, pass, escalations } = await escalationDesk(async () => place);
  await pass(2);
  expect(await escalations()).toEqual([]);
  await see({ device_id: 'camera-2' });
  await pass(1);
  expect(await escalations()).toHaveLength(1);
});
