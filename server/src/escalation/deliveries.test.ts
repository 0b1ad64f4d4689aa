import { expect, test } from 'vitest';
import { freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { mailOf } from '../../test/doubles/mailbox.ts';
import { smtpCatcher } from '../../test/doubles/smtp-catcher.ts';
import { type Received, type WebhookReceiver, webhookReceiver } from '../../test/doubles/webhook-receiver.ts';
import {
  ESCALATION,
  escalationDesk,
  escalationOf,
  policyOf,
  rung,
  WEBHOOK_SECRET,
} from '../../test/servers/escalation-desk.ts';
import { MOST_ATTEMPTS, pauseAfter } from './delivery-queue.ts';
import { signatureOf } from './senders/webhook.ts';

const hook = ({ url }: WebhookReceiver, after_s = 0) => rung(after_s, { kind: 'webhook', url });

function first({ taken: [received] }: WebhookReceiver): Received {
  if (received === undefined) throw new Error('nothing was received');
  return received;
}

onBothDatabases('a webhook', (fresh) => {
  test('is signed, and tells what was seen where', async () => {
    const receiver = await webhookReceiver();
    const { app, see, pass, setPolicy, deliveriesOf } = await escalationDesk(fresh);
    await setPolicy(policyOf([hook(receiver)]));
    const id = await see();
    await pass(1);
    expect(receiver.taken).toHaveLength(1);
    const { headers, body } = first(receiver);
    const timestamp = String(headers['x-vedette-timestamp']);
    expect(timestamp).toBe(String(Math.floor(app.dependencies.now() / 1_000)));
    const signature = signatureOf({ timestamp, body, secret: WEBHOOK_SECRET });
    expect(headers['x-vedette-signature']).toBe(`sha256=${signature}`);
    const [delivery] = await deliveriesOf(id);
    expect(JSON.parse(body)).toMatchObject({
      event: 'incident.escalated',
      test: false,
      late_s: 0,
      idempotency_key: headers['idempotency-key'],
      link: `http://localhost:8080/incidents/${id}?delivery=${delivery.id}`,
      incident: { id, weapon_type: 'Pistol', location: 'North gate', threat_level: 8, sightings: 1 },
    });
    expect(delivery).toMatchObject({ kind: 'webhook', state: 'delivered', attempts: 1, error: null, late_s: 0 });
    expect(app.logLines().join() + JSON.stringify(delivery)).not.toContain(WEBHOOK_SECRET);
  });

  test('is tried again with the same key while its receiver is down for a minute', async () => {
    const receiver = await webhookReceiver();
    const { see, pass, setPolicy, deliveriesOf } = await escalationDesk(fresh);
    await setPolicy(policyOf([hook(receiver)]));
    receiver.answerWith(503);
    const id = await see();
    await pass(60);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'asked', error: 'It answered 503' });
    receiver.answerWith(200);
    await pass(60);
    const keys = [...receiver.refused, ...receiver.taken].map(({ headers }) => headers['idempotency-key']);
    expect([receiver.taken.length, new Set(keys).size]).toEqual([1, 1]);
    expect(receiver.refused.length).toBeGreaterThan(4);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered', attempts: receiver.refused.length + 1 });
  });

  test('is given up at last, which is an alarm of its own until it is delivered after all', async () => {
    const receiver = await webhookReceiver();
    const { app, call, see, sleep, settle, setPolicy } = await escalationDesk(fresh);
    app.expectLogLine(/a delivery has failed/);
    await setPolicy(policyOf([hook(receiver)]));
    receiver.answerWith(500);
    const id = await see();
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      await settle();
      sleep(60);
    }
    expect(receiver.refused).toHaveLength(MOST_ATTEMPTS);
    const { deliveries } = await call('GET', '/deliveries?state=failed');
    expect(deliveries).toMatchObject([{ incident_id: id, state: 'failed', attempts: MOST_ATTEMPTS }]);
    const undelivered = async () => (await call('GET', '/escalation/state')).undelivered;
    expect(await undelivered()).toMatchObject([{ incident_id: id, title: 'Pistol at North gate' }]);
    const { events } = await app.dependencies.detectionEvents.after(0, 100);
    expect(events.at(-1)?.event).toEqual({ type: 'incident.undelivered', data: { incident_id: id } });

    receiver.answerWith(200);
    expect((await call('POST', `/deliveries/${deliveries[0].id}/retry`)).status).toBe(200);
    await settle();
    expect(receiver.taken).toHaveLength(1);
    expect(await undelivered()).toEqual([]);
    expect((await call('POST', `/deliveries/${deliveries[0].id}/retry`)).status).toBe(409);
  });

  test('is not tried again when somebody has answered in the meantime', async () => {
    const receiver = await webhookReceiver();
    const { see, pass, setPolicy, answer, deliveriesOf } = await escalationDesk(fresh);
    await setPolicy(policyOf([hook(receiver)]));
    receiver.answerWith(500);
    const id = await see();
    await pass(2);
    await answer(id, 'acknowledge');
    const before = receiver.refused.length;
    await pass(60);
    expect(receiver.refused).toHaveLength(before);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'cancelled' });
  });

  test('that a killed server had begun is taken over after its lease, with the same key', async () => {
    const receiver = await webhookReceiver();
    const { app, see, pass, setPolicy, deliveriesOf } = await escalationDesk(fresh);
    await setPolicy(policyOf([hook(receiver, 5)]));
    const id = await see();
    await pass(4);
    receiver.answerWith(500);
    await pass(1);
    // As a server leaves it that was killed during an attempt.
    const { kysely } = app.dependencies.database;
    const leaseUntil = app.dependencies.now() + 10_000;
    await kysely.updateTable('delivery').set({ attempt_at: leaseUntil }).execute();
    receiver.answerWith(200);
    await pass(9);
    expect(receiver.taken).toEqual([]);
    await pass(1);
    const keys = [...receiver.refused, ...receiver.taken].map(({ headers }) => headers['idempotency-key']);
    expect([receiver.taken.length, new Set(keys).size]).toEqual([1, 1]);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered' });
  });

  test('stays with the incident that its own became part of', async () => {
    const receiver = await webhookReceiver();
    const { app, see, pass, sleep, setPolicy } = await escalationDesk(fresh);
    await setPolicy(policyOf([hook(receiver)]));
    const at = app.dependencies.now();
    const [older, newer] = [await see({ at }), await see({ at: at + 100_000 })];
    await pass(1);
    expect(await see({ at: at + 50_000 })).toBe(older);
    sleep(8 * 86_400);
    await pass(1);
    const kept = await escalationOf(app).deliveryStore.ofIncident(older, 10);
    expect(kept.map(({ incident_id }) => incident_id)).toEqual([older, newer]);
    const { kysely } = app.dependencies.database;
    expect(await kysely.selectFrom('escalation').select('incident_id').execute()).toEqual([{ incident_id: older }]);
  });

  test('goes to one receiver once, also when the policy names it twice', async () => {
    const receiver = await webhookReceiver();
    const { see, pass, setPolicy } = await escalationDesk(fresh);
    const { url } = receiver;
    await setPolicy(policyOf([rung(0, { kind: 'webhook', url }, { kind: 'webhook', url })]));
    await see();
    await pass(3);
    expect(receiver.taken).toHaveLength(1);
  });
});

test('redirects of a webhook are not followed', async () => {
  const [receiver, elsewhere] = [await webhookReceiver(), await webhookReceiver()];
  const { app, see, pass, setPolicy, deliveriesOf } = await escalationDesk(freshSqlite);
  app.expectLogLine(/a delivery has failed/);
  await setPolicy(policyOf([hook(receiver)]));
  receiver.answerWith(302, { location: elsewhere.url });
  const id = await see();
  await pass(2);
  expect([receiver.refused.length, elsewhere.taken.length]).toEqual([1, 0]);
  expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'failed', error: 'It answered with a redirect (302)' });
});

test('a receiver that does not answer is left after five seconds', async () => {
  const receiver = await webhookReceiver();
  const { see, pass, setPolicy, deliveriesOf } = await escalationDesk(freshSqlite);
  await setPolicy(policyOf([hook(receiver)]));
  receiver.answerWith(0);
  const id = await see();
  await pass(1);
  expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'asked', error: 'It did not answer within 5 seconds' });
});

test('without a secret no webhook is put into the policy', async () => {
  const escalation = { ...ESCALATION, webhookSecret: undefined };
  const { call } = await escalationDesk(freshSqlite, { escalation });
  const policy = policyOf([rung(0, { kind: 'webhook', url: 'http://10.0.0.5/siren' })]);
  const answer = await call('PUT', '/escalation/policy', { version: 0, policy });
  expect([answer.status, answer.message]).toEqual([400, expect.stringContaining('WEBHOOK_SECRET')]);
});

onBothDatabases('an alarm mail', (fresh) => {
  test('goes to each receiver alone, and opening its link is recorded', async () => {
    const { url: smtpUrl, mails } = await smtpCatcher();
    const { call, see, pass, setPolicy, deliveriesOf } = await escalationDesk(fresh, { smtpUrl });
    const addresses = ['desk@example.org', 'night@example.org'];
    await setPolicy(policyOf([rung(0, { kind: 'email', to: { who: 'addresses', addresses } })]));
    const id = await see();
    await pass(2);
    expect(mails.map(({ to }) => to).sort()).toEqual([['desk@example.org'], ['night@example.org']]);
    expect(mails[0]?.raw).toMatch(/^Subject: Alarm: Pistol at North gate/m);
    expect(mails[0]?.raw).toMatch(/^Idempotency-Key: [0-9a-f-]{36}/im);
    const [delivery] = await deliveriesOf(id);
    expect(mails.map(({ raw }) => raw).join()).toContain(`/incidents/${id}?delivery=3D${delivery.id}`);
    expect(delivery).toMatchObject({ state: 'delivered', opened_at: null });
    await call('POST', `/deliveries/${delivery.id}/opened`);
    const [opened, other] = await deliveriesOf(id);
    expect(opened).toMatchObject({ opened_at: expect.any(String), opened_by: 'guard@gmail.com' });
    expect(other).toMatchObject({ opened_at: null });
    expect((await call('POST', '/deliveries/99/opened')).status).toBe(404);
  });

  test('goes to people with a confirmed address only', async () => {
    const { app, call, see, pass, setPolicy, deliveriesOf } = await escalationDesk(fresh);
    await setPolicy(policyOf([rung(0, { kind: 'email', to: { who: 'all' } })]));
    const id = await see();
    await pass(1);
    const error = 'Nobody of them has confirmed a mail address';
    expect(await deliveriesOf(id)).toMatchObject([{ kind: 'email', state: 'failed', error }]);
    expect((await call('GET', '/escalation/state')).undelivered).toMatchObject([{ incident_id: id }]);
    const { kysely, dialect } = app.dependencies.database;
    await kysely
      .updateTable('auth_user')
      .set({ emailVerified: dialect === 'sqlite' ? 1 : true })
      .execute();
    const next = await see({ device_id: 'camera-2' });
    await pass(1);
    expect(await deliveriesOf(next)).toMatchObject([{ state: 'delivered', receiver: 'guard@gmail.com' }]);
    expect((await mailOf(app, 'alarm')).headers).toMatchObject({ To: 'guard@gmail.com' });
  });
});

test('pauses between attempts double up to a minute, and are half random', () => {
  const pauses = Array.from({ length: MOST_ATTEMPTS }, (_, index) => [
    pauseAfter(index + 1, 0),
    pauseAfter(index + 1, 1),
  ]);
  expect(pauses.slice(0, 3)).toEqual([
    [500, 1_000],
    [1_000, 2_000],
    [2_000, 4_000],
  ]);
  expect(pauses.at(-1)).toEqual([30_000, 60_000]);
});
