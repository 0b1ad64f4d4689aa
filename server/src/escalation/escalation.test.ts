import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { escalationDesk, policyOf, rung } from '../../test/servers/escalation-desk.ts';

const SCREENS = rung(0, { kind: 'screens' });
const SOUND = rung(30, { kind: 'sound' });

onBothDatabases('an incident that nobody answers', (fresh) => {
  test('fires each rung once, when it is due', async () => {
    const { see, pass, setPolicy, escalations } = await escalationDesk(fresh);
    await setPolicy(policyOf([SCREENS, SOUND, rung(90, { kind: 'screens' }, { kind: 'sound' })]));
    const id = await see();
    await pass(1);
    const first = { incident_id: id, rung: 0, kinds: ['screens'], unanswered_s: 0, late_s: 0 };
    expect(await escalations()).toEqual([{ ...first, title: 'Pistol at North gate', threat_level: 8 }]);
    await pass(28);
    expect(await escalations()).toHaveLength(1);
    await pass(2);
    expect((await escalations())[1]).toMatchObject({ rung: 1, kinds: ['sound'], unanswered_s: 30, late_s: 0 });
    await see();
    await pass(120);
    expect((await escalations()).map(({ rung: place }) => place)).toEqual([0, 1, 2]);
  });

  test('is told to screens that are opened later, until somebody answers', async () => {
    const { call, see, pass, setPolicy, answer } = await escalationDesk(fresh);
    await setPolicy(policyOf([SCREENS, SOUND, rung(60, { kind: 'sound' })]));
    const id = await see();
    const unanswered = async () => (await call('GET', '/escalation/state')).unanswered;
    await pass(1);
    expect(await unanswered()).toMatchObject([{ incident_id: id, rung: 0, kinds: ['screens'], unanswered_s: 0 }]);
    await pass(30);
    expect(await unanswered()).toMatchObject([{ incident_id: id, rung: 1, unanswered_s: 30 }]);
    await answer(id, 'acknowledge');
    expect(await unanswered()).toEqual([]);
  });

  test('stops as soon as somebody acknowledges it', async () => {
    const { see, pass, setPolicy, escalations, answer } = await escalationDesk(fresh);
    await setPolicy(policyOf([SCREENS, SOUND]));
    const id = await see();
    await pass(29);
    await answer(id, 'acknowledge');
    await pass(60);
    expect(await escalations()).toHaveLength(1);
  });

  test('begins anew when it is reopened, and goes on when an acknowledgement is undone', async () => {
    const { app, see, pass, setPolicy, escalations, answer } = await escalationDesk(fresh);
    await setPolicy(policyOf([SCREENS, SOUND]));
    const id = await see();
    await pass(10);
    const taken = await answer(id, 'acknowledge');
    await pass(5);
    const actionId = typeof taken === 'object' && 'actionId' in taken ? taken.actionId : 0;
    const by = { id: 'u1', name: 'Ana' };
    const { writer, now } = app.dependencies;
    await writer.answer({ do: 'undo', actionId, incidentId: id, at: now(), by });
    await pass(16);
    expect((await escalations()).map(({ rung: place }) => place)).toEqual([0, 1]);
    await answer(id, 'acknowledge');
    await answer(id, 'reopen');
    await pass(31);
    expect((await escalations()).map(({ rung: place }) => place)).toEqual([0, 1, 0, 1]);
  });

  test('fires what was due while no server lived at once, and says how late', async () => {
    const { see, settle, sleep, setPolicy, escalations } = await escalationDesk(fresh);
    await setPolicy(policyOf([SCREENS, SOUND, rung(600, { kind: 'sound' })]));
    await see();
    sleep(100);
    await settle();
    expect(await escalations()).toMatchObject([
      { rung: 0, late_s: 100 },
      { rung: 1, late_s: 70 },
    ]);
  });

  test('is escalated when its level rises to that of a rule', async () => {
    const { see, pass, setPolicy, escalations } = await escalationDesk(fresh);
    await setPolicy(policyOf([SCREENS]));
    await see({ threat_level: 4 });
    await pass(2);
    expect(await escalations()).toEqual([]);
    await see({ threat_level: 6 });
    await pass(1);
    expect(await escalations()).toMatchObject([{ threat_level: 6 }]);
  });

  test('keeps the policy with which its alarm began', async () => {
    const { see, pass, setPolicy, escalations } = await escalationDesk(fresh);
    await setPolicy(policyOf([SCREENS, SOUND]));
    await see();
    await pass(1);
    await setPolicy(policyOf([rung(5, { kind: 'sound' })]));
    await see({ device_id: 'camera-2' });
    await pass(30);
    expect((await escalations()).map(({ kinds }) => kinds[0])).toEqual(['screens', 'sound', 'sound']);
  });

  test('that is deleted is forgotten', async () => {
    const { app, see, pass, setPolicy, escalations } = await escalationDesk(fresh);
    await setPolicy(policyOf([SCREENS, SOUND]));
    await see();
    await pass(1);
    await app.dependencies.writer.clear();
    await pass(40);
    expect(await escalations()).toHaveLength(1);
    const { kysely } = app.dependencies.database;
    expect(await kysely.selectFrom('escalation').selectAll().execute()).toEqual([]);
    expect(await kysely.selectFrom('escalation_rung').selectAll().execute()).toEqual([]);
  });
});

onBothDatabases('an answered incident', (fresh) => {
  const steps = [SCREENS];

  test('is reopened when it is seen again after nothing was done for long', async () => {
    const { see, pass, sleep, settle, setPolicy, answer, stateOf, escalations } = await escalationDesk(fresh);
    await setPolicy(policyOf(steps, { stale_after_minutes: 2 }));
    const id = await see();
    await pass(1);
    await answer(id, 'acknowledge');
    for (let half = 0; half < 3; half += 1) {
      sleep(40);
      expect(await see()).toBe(id);
      await settle();
    }
    expect(await stateOf(id)).toBe(1);
    sleep(40);
    await see();
    await settle();
    await settle();
    expect(await stateOf(id)).toBe(0);
    expect(await escalations()).toHaveLength(2);
  });

  test('is not reopened when nothing is seen', async () => {
    const { see, pass, sleep, settle, setPolicy, answer, stateOf } = await escalationDesk(fresh);
    await setPolicy(policyOf(steps, { stale_after_minutes: 1 }));
    const id = await see();
    await pass(1);
    await answer(id, 'acknowledge');
    sleep(3_600);
    await settle();
    expect(await stateOf(id)).toBe(1);
  });

  test('that was closed is reopened at once when its level rises, and says why', async () => {
    const { app, see, pass, setPolicy, close, stateOf } = await escalationDesk(fresh);
    await setPolicy(policyOf(steps));
    const id = await see({ threat_level: 6 });
    await close(id);
    await see({ threat_level: 6 });
    await pass(2);
    expect(await stateOf(id)).toBe(2);
    await see({ threat_level: 9 });
    await pass(1);
    expect(await stateOf(id)).toBe(0);
    const { kysely } = app.dependencies.database;
    const actions = await kysely.selectFrom('incident_action').select(['kind', 'user_name', 'note']).execute();
    expect(actions.at(-1)).toEqual({
      kind: 'reopened',
      user_name: null,
      note: 'Reopened: its level has risen after it was closed',
    });
  });
});
