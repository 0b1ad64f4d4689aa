import type { HandoverIncident } from '@vedette/contract/handover';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { outboxOf } from '../../../test/doubles/mailbox.ts';
import { buildTeam } from '../../../test/servers/team.ts';

const DAY = 'from=2025-01-15T06:00:00Z&to=2025-01-15T14:00:00Z';
/** The clock of tests is at noon. */
const hours = (count: number) => count * 3_600;

onBothDatabases('a hand-over', (fresh) => {
  test('counts what became of the alarms of a shift, and lists earlier ones that are not closed', async () => {
    const { ask, see, post, put } = await buildTeam(fresh);
    const camera = (number: number) => ({ device_id: `camera-${number}` });
    await see(-hours(30), camera(0));
    const over = await see(-hours(29), camera(1));
    await post(over.incident, 'close', { body: { verdict: 'real' } });
    const falseAlarm = await see(-hours(2), camera(2));
    await post(falseAlarm.incident, 'close', { body: { verdict: 'false_alarm', note: 'a broom' } });
    const taken = await see(-hours(1), camera(3));
    await post(taken.incident, 'acknowledge', { by: 'eli@gmail.com' });
    const looked = await see(0, camera(4));
    await post(looked.incident, 'opened');
    await see(hours(3), camera(5));
    await see(-hours(1), { ...camera(6), threat_level: 4 });

    await put('/api/duty', { on: true });
    const handover = await ask('GET', `/api/handover?${DAY}`);
    expect(handover.on_duty).toEqual([{ name: 'dana@gmail.com', since: '2025-01-15T12:00:00.000Z', until: null }]);
    expect(handover).toMatchObject({ status: 200, from: '2025-01-15T06:00:00.000Z', unseen: 1, more: 0 });
    expect(handover.counts).toEqual({
      ...{ real: 0, false_alarm: 1, drill: 0, authorised_person: 0, test: 0, no_verdict: 0 },
      ...{ acknowledged: 1, open: 2 },
    });
    expect(
      handover.incidents.map(({ device_id, outcome, seen }: HandoverIncident) => [device_id, outcome, seen]),
    ).toEqual([
      ['camera-4', 'open', true],
      ['camera-3', 'acknowledged', true],
      ['camera-2', 'false_alarm', true],
      ['camera-0', 'open', false],
    ]);
    expect(await ask('GET', '/api/handover?from=2025-01-15T06:00:00Z&to=2025-01-15T06:00:00Z')).toMatchObject({
      status: 400,
      field: 'to',
    });
    expect((await ask('GET', '/api/handover?from=2025-01-15T06:00:00Z&to=2025-03-15T06:00:00Z')).status).toBe(400);
    expect((await ask('GET', '/api/handover?from=2025-01-15T06:00:00Z&to=2025-01-15T23:59:60Z')).status).toBe(400);
  });

  test('is mailed to people with an account, and to nobody else', async () => {
    const team = await buildTeam(fresh);
    const { ask, see, post } = team;
    const { incident } = await see(0, { weapon_type: 'rifle' });
    await post(incident, 'close', { by: 'eli@gmail.com', body: { verdict: 'real', note: 'two\nmen' } });
    const { kysely, dialect } = team.dependencies.database;
    const emailVerified = dialect === 'sqlite' ? 1 : true;
    await kysely.updateTable('auth_user').set({ emailVerified }).where('email', '=', 'eli@gmail.com').execute();
    const body = { from: '2025-01-15T06:00:00Z', to: '2025-01-15T14:00:00Z', recipients: ['Eli@gmail.com'] };
    const refused = await ask('POST', '/api/handover/mail', { body: { ...body, recipients: ['eve@example.org'] } });
    expect(refused).toMatchObject({ status: 400, field: 'recipients' });
    const unconfirmed = await ask('POST', '/api/handover/mail', { body: { ...body, recipients: ['dana@gmail.com'] } });
    expect(unconfirmed).toMatchObject({ status: 400, field: 'recipients' });
    expect((await ask('POST', '/api/handover/mail', { body })).status).toBe(200);
    await team.dependencies.background.settled();
    const [mail, ...more] = await outboxOf(team);
    expect(more).toEqual([]);
    const many = { ...body, recipients: Array(18).fill('eli@gmail.com') };
    expect((await ask('POST', '/api/handover/mail', { body: many })).status).toBe(429);
    expect(mail?.headers).toMatchObject({ To: 'eli@gmail.com', Subject: /^Hand-over: 0 open, 1 in all/ });
    expect(mail?.text).toContain('dana@gmail.com hands over the shift');
    expect(mail?.text).toMatch(/rifle, level 9, .*: real by eli@gmail.com \(two men\), incident 1/);
    expect(mail?.text).toContain('/handover?from=2025-01-15T06%3A00%3A00.000Z');
  });

  test('figures say how soon alarms are answered, and which devices give false alarms', async () => {
    const { ask, see, post, clock } = await buildTeam(fresh);
    const { incident } = await see(0);
    clock.advance(12_000);
    await post(incident, 'acknowledge');
    clock.advance(48_000);
    await post(incident, 'close', { body: { verdict: 'false_alarm' } });
    await see(0, { device_id: null, event_id: null, source: 'manual', location: 'Pier' });
    const url = `/api/incidents/figures?${DAY}&time_zone=`;
    const figures = await ask('GET', `${url}UTC`);
    expect(figures).toMatchObject({ status: 200, alarms: 2 });
    expect(figures.devices).toEqual([
      { device_id: 'camera-1', name: 'camera-1', alarms: 1, false_alarms: 1 },
      { device_id: null, name: 'Pier', alarms: 1, false_alarms: 0 },
    ]);
    expect(figures.hours[12]).toEqual({ hour: 12, alarms: 2, false_alarms: 1 });
    expect(figures.shifts[0]).toEqual({
      starts: '06:00',
      ...{ alarms: 2, acknowledged: 1, closed: 1 },
      seen_to_acknowledged: { median_s: 12, p90_s: 12 },
      acknowledged_to_closed: { median_s: 48, p90_s: 48 },
    });
    expect(await ask('GET', `${url}Mars/Olympus`)).toMatchObject({ status: 400, field: 'time_zone' });
  });
});

onBothDatabases('without TEAM', (fresh) => {
  test('there is no hand-over and no answering', async () => {
    const { ask, api } = await buildTeam(fresh, { team: false });
    const urls = api.knownRoutes.map(({ url }) => url);
    expect(urls).toContain('/api/incidents/:id');
    expect(
      urls.filter((url) => /handover|figures|acknowledge|close|reopen|notes|opened|actions|drills/.test(url)),
    ).toEqual([]);
    expect((await ask('GET', `/api/handover?${DAY}`)).status).toBe(404);
    const headers = { accept: 'text/html' };
    expect((await api.inject({ url: '/handover', headers })).statusCode).toBe(404);
  });
});
