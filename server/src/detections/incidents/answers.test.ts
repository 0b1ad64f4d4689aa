import type { IncidentAction } from '@vedette/contract/incident';
import { expect, test } from 'vitest';
import { freshPostgres, onBothDatabases } from '../../../test/data/on-both-databases.ts';
import { buildTeam, NOON } from '../../../test/servers/team.ts';

const close = { verdict: 'false_alarm', note: ' a broom ' };

onBothDatabases('answers of a team', (fresh) => {
  test('an incident is acknowledged, closed with verdict and note, and reopened', async () => {
    const { ask, see, post, threats, countActive, dependencies } = await buildTeam(fresh);
    const { id, incident } = await see(0);
    await see(10);
    await see(0, { device_id: 'camera-2', threat_level: 4 });
    expect([await countActive(), await threats()]).toEqual([1, [2, 1]]);
    expect((await ask('GET', `/api/detections/${id}`)).detection).not.toHaveProperty('answer');

    const taken = await post(incident, 'acknowledge');
    const acknowledged = { acknowledged_by: 'dana@gmail.com', acknowledged_at: '2025-01-15T12:00:00.000Z' };
    expect(taken).toMatchObject({
      status: 200,
      answer: { incident_id: incident, state: 'acknowledged', ...acknowledged },
    });
    expect((await ask('GET', `/api/detections/${id}`)).detection.answer).toEqual(taken.answer);
    expect(await countActive()).toBe(1);

    const closed = await post(incident, 'close', { by: 'eli@gmail.com', body: close });
    const ended = { closed_by: 'eli@gmail.com', verdict: 'false_alarm', note: 'a broom' };
    expect(closed.answer).toMatchObject({ state: 'closed', ...acknowledged, ...ended });
    expect([await countActive(), await threats(), await threats('')]).toEqual([0, [], [2, 1]]);
    expect((await ask('GET', '/api/detections/all?level=high')).data[0].answer).toEqual(closed.answer);

    const reopened = await post(incident, 'reopen');
    expect(reopened.answer).toMatchObject({ state: 'open', acknowledged_by: null, closed_by: null, verdict: null });
    expect([await countActive(), await threats()]).toEqual([1, [2, 1]]);
    const { events } = await dependencies.detectionEvents.after(0, 10);
    const answered = events.filter(({ event }) => event.type === 'incident.answered');
    expect(answered).toHaveLength(3);
    expect(answered.at(-1)?.event.data).toEqual(reopened.answer);

    await post(incident, 'notes', { body: { note: 'the gate was locked' } });
    await post(incident, 'opened');
    await post(incident, 'opened');
    const { actions } = await ask('GET', `/api/incidents/${incident}`);
    expect(actions.map(({ kind, by, note }: IncidentAction) => [kind, by, note])).toEqual([
      ['acknowledged', 'dana@gmail.com', null],
      ['closed', 'eli@gmail.com', 'a broom'],
      ['reopened', 'dana@gmail.com', null],
      ['noted', 'dana@gmail.com', 'the gate was locked'],
      ['opened', 'dana@gmail.com', null],
    ]);
  });

  test('a move that the state does not allow is refused with the name of who was faster', async () => {
    const { see, post } = await buildTeam(fresh);
    const { incident } = await see(0);
    expect(await post(incident, 'reopen')).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: 'This alarm is open',
    });
    await post(incident, 'acknowledge');
    const late = await post(incident, 'acknowledge', { by: 'eli@gmail.com' });
    expect(late).toMatchObject({ status: 409, message: 'This alarm was acknowledged by dana@gmail.com' });
    await post(incident, 'close', { body: close });
    const again = await post(incident, 'close', { by: 'eli@gmail.com', body: { verdict: 'real' } });
    expect(again).toMatchObject({ status: 409, message: 'This alarm was closed by dana@gmail.com' });
    expect(await post(incident, 'close', { body: { verdict: 'ghost' } })).toMatchObject({
      status: 400,
      field: 'verdict',
    });
    expect(await post(incident, 'notes', { body: { note: ' ' } })).toMatchObject({ status: 400, field: 'note' });
    expect((await post(99, 'acknowledge')).status).toBe(404);
  });

  test('of twenty people who press at once exactly one is first', async () => {
    const { see, post } = await buildTeam(fresh);
    const { incident } = await see(0);
    const people = Array.from({ length: 20 }, (_, index) => `guard-${index}@gmail.com`);
    const answers = await Promise.all(people.map((by) => post(incident, 'acknowledge', { by })));
    const first = answers.filter(({ status }) => status === 200);
    expect(first).toHaveLength(1);
    const message = `This alarm was acknowledged by ${first[0]?.answer.acknowledged_by}`;
    expect(answers.filter((answer) => answer.status === 409 && answer.message === message)).toHaveLength(19);
  });

  test('the latest action can be undone by who did it, for half a minute', async () => {
    const { ask, see, post, clock } = await buildTeam(fresh);
    const { incident } = await see(0);
    const undo = (id: number, by?: string) =>
      ask('DELETE', `/api/incidents/${incident}/actions/${id}`, by === undefined ? {} : { by });
    const taken = await post(incident, 'acknowledge');
    expect((await undo(taken.action_id, 'eli@gmail.com')).status).toBe(404);
    const closed = await post(incident, 'close', { body: close });
    expect((await undo(taken.action_id)).status).toBe(409);
    const back = await undo(closed.action_id);
    expect(back).toMatchObject({ status: 200, answer: taken.answer });
    expect((await undo(closed.action_id)).status).toBe(409);
    clock.advance(31_000);
    expect((await undo(taken.action_id)).status).toBe(409);
    const { actions } = await ask('GET', `/api/incidents/${incident}`);
    expect(actions.map(({ kind, undone }: IncidentAction) => [kind, undone])).toEqual([
      ['acknowledged', false],
      ['closed', true],
    ]);
  });

  test('a sighting of a closed incident says so, and one that joins it to an open one opens it', async () => {
    const { ask, see, post, threats, dependencies } = await buildTeam(fresh);
    const { incident } = await see(0);
    await post(incident, 'close', { body: close });
    const { id, seq } = (await see(30)) as { id: number; seq: number };
    const { events } = await dependencies.detectionEvents.after(seq - 1, 1);
    expect(events[0]?.event).toMatchObject({ type: 'detection.created', data: { id, answer: { state: 'closed' } } });
    expect(await threats()).toEqual([]);

    const other = await see(120);
    await post(other.incident, 'acknowledge', { by: 'eli@gmail.com' });
    const joining = await see(75);
    expect(joining.incident).toBe(incident);
    const { incident: joined, actions } = await ask('GET', `/api/incidents/${other.incident}`);
    expect(joined).toMatchObject({ id: incident, sightings: 4 });
    expect(joined.answer).toMatchObject({
      incident_id: incident,
      state: 'acknowledged',
      acknowledged_by: 'eli@gmail.com',
    });
    expect(joined.answer.closed_by).toBeNull();
    expect(actions.map(({ kind, by }: IncidentAction) => [kind, by])).toEqual([
      ['closed', 'dana@gmail.com'],
      ['acknowledged', 'eli@gmail.com'],
      ['reopened', null],
    ]);
    const { events: after } = await dependencies.detectionEvents.after(seq, 20);
    const answers = after.flatMap(({ event }) => (event.type === 'incident.answered' ? [event.data] : []));
    expect(answers.at(-1)).toMatchObject({ incident_id: incident, state: 'acknowledged' });
    // What was done to a part cannot be undone for the whole.
    const acknowledged = actions[1]?.id;
    const undone = await ask('DELETE', `/api/incidents/${incident}/actions/${acknowledged}`, { by: 'eli@gmail.com' });
    expect(undone.status).toBe(409);
    expect(await threats()).toHaveLength(4);

    const third = await see(240);
    expect((await see(180)).incident).toBe(incident);
    expect((await ask('GET', `/api/incidents/${third.incident}`)).incident.answer).toMatchObject({
      state: 'open',
      acknowledged_by: null,
    });
  });

  test('the parts of an incident that a deletion divides keep its state, and what is deleted leaves no answer', async () => {
    const { ask, see, post, countActive, dependencies } = await buildTeam(fresh);
    const { incident } = await see(0);
    const middle = await see(50);
    await see(100);
    await post(incident, 'close', { body: close });
    await ask('DELETE', `/api/detections/${middle.id}`);
    expect(await countActive()).toBe(0);
    for (const id of [1, 3]) {
      const { detection } = await ask('GET', `/api/detections/${id}`);
      expect(detection.answer).toMatchObject({ state: 'closed', closed_by: 'dana@gmail.com', verdict: 'false_alarm' });
    }
    for (const id of [1, 3]) await ask('DELETE', `/api/detections/${id}`);
    const { kysely } = dependencies.database;
    expect(await kysely.selectFrom('incident_answer').selectAll().execute()).toEqual([]);
    expect(await kysely.selectFrom('incident_action').selectAll().execute()).toEqual([]);
  });

  test('threats that are not closed are paged past any number of closed ones', async () => {
    const { ask, see, post } = await buildTeam(fresh);
    const first = await see(0, { device_id: 'camera-0' });
    for (let number = 1; number <= 12; number += 1) {
      const { incident } = await see(number, { device_id: `camera-${number}` });
      if (number !== 6) await post(incident, 'close', { body: close });
    }
    const page = await ask('GET', '/api/detections/threats?unclosed=true&limit=1');
    expect(page.active_weapon_threats).toMatchObject([{ id: 7 }]);
    const next = await ask('GET', `/api/detections/threats?unclosed=true&limit=1&cursor=${page.next_cursor}`);
    expect(next.active_weapon_threats).toMatchObject([{ id: first.id }]);
    const end = await ask('GET', `/api/detections/threats?unclosed=true&limit=1&cursor=${next.next_cursor}`);
    expect([end.active_weapon_threats, end.next_cursor]).toEqual([[], null]);
  });

  test('what was seen before a team answered is closed when it begins', async () => {
    const place = await fresh();
    const before = await buildTeam(async () => place, { team: false });
    // The writer's own clock is the machine's.
    const now = Date.now();
    await before.see((now - NOON) / 1_000 - 7_200);
    await before.see((now - NOON) / 1_000, { device_id: 'camera-2' });
    expect(await before.countActive()).toBe(2);
    expect((await before.post(1, 'acknowledge')).status).toBe(404);
    expect((await before.ask('GET', '/api/incidents/1')).actions).toBeUndefined();
    await before.close();
    const begun = await buildTeam(async () => place, { people: before.people });
    const { countActive, threats, ask } = begun;
    expect([await countActive(), await threats()]).toEqual([1, [2]]);
    expect((await ask('GET', '/api/detections/1')).detection.answer).toMatchObject({
      state: 'closed',
      closed_by: null,
      verdict: null,
    });
    // Without a team for a while, and under another gap: what it had to answer stays, and the past stays closed.
    await begun.close();
    const { people } = before;
    await (await buildTeam(async () => place, { team: false, people })).close();
    const again = await buildTeam(async () => place, { people });
    expect([await again.countActive(), await again.threats()]).toEqual([1, [2]]);
    await again.close();
    const wider = await buildTeam(async () => place, { people, incidentGapS: 90 });
    await expect.poll(wider.countActive).toBe(1);
    await expect.poll(wider.threats).toEqual([2]);
  });

  test('an incident takes a limited number of entries', async () => {
    const { see, post, dependencies } = await buildTeam(fresh);
    const { incident } = await see(0);
    const entry = {
      incident_id: incident,
      at: NOON,
      kind: 'noted' as const,
      user_id: null,
      user_name: 'dana',
      note: 'x',
    };
    const entries = Array.from({ length: 999 }, () => ({ ...entry, verdict: null, before: null, undone_at: null }));
    await dependencies.database.kysely.insertInto('incident_action').values(entries).execute();
    expect((await post(incident, 'notes', { body: { note: 'the last' } })).status).toBe(200);
    expect(await post(incident, 'notes', { body: { note: 'too many' } })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
  });
});

test('of two servers one is first', async () => {
  const place = await freshPostgres();
  const north = await buildTeam(async () => place);
  const south = await buildTeam(async () => place, { people: north.people });
  for (let round = 0; round < 20; round += 1) {
    const { incident } = await north.see(round * 100);
    const statuses = await Promise.all([
      north.post(incident, 'acknowledge'),
      south.post(incident, 'acknowledge', { by: 'eli@gmail.com' }),
    ]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});
