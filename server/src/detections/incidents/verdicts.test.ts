import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/data/on-both-databases.ts';
import type { Guard } from '../../../test/servers/sign-in-as.ts';
import { buildTeam } from '../../../test/servers/team.ts';

onBothDatabases('verdicts', (fresh) => {
  test('the verdict of somebody else is replaced by a supervisor only', async () => {
    const people = new Map<string, Promise<Guard>>();
    const { ask, see, post, signIn } = await buildTeam(fresh, { people });
    // The first account is an administrator.
    await signIn('first@gmail.com');
    for (const name of ['eli', 'dana']) people.set(`${name}@gmail.com`, signIn(`${name}@gmail.com`, 'guard'));
    people.set('sam@gmail.com', signIn('sam@gmail.com', 'supervisor'));
    const { incident } = await see(0);
    const closeAs = (verdict: string, by = 'dana@gmail.com') => post(incident, 'close', { by, body: { verdict } });
    const verdict = async () => (await ask('GET', `/api/incidents/${incident}`)).incident.answer.verdict;
    await closeAs('false_alarm', 'eli@gmail.com');
    // Everybody can raise the alarm again.
    expect((await post(incident, 'reopen')).status).toBe(200);
    const refused = {
      status: 403,
      message: 'eli@gmail.com closed this alarm as false alarm; a supervisor can give another verdict',
    };
    expect(await closeAs('real')).toMatchObject(refused);
    // Nor by taking over the verdict first.
    expect((await closeAs('false_alarm')).status).toBe(200);
    await post(incident, 'reopen');
    expect(await closeAs('real')).toMatchObject(refused);
    expect((await closeAs('real', 'sam@gmail.com')).status).toBe(200);
    expect(await verdict()).toBe('real');
    await post(incident, 'reopen', { by: 'eli@gmail.com' });
    expect((await closeAs('false_alarm', 'eli@gmail.com')).status).toBe(403);
    expect((await closeAs('real', 'eli@gmail.com')).status).toBe(200);
  });

  test('the verdict of somebody else does not bind after a sighting that opened the alarm again', async () => {
    const people = new Map<string, Promise<Guard>>();
    const { see, post, signIn } = await buildTeam(fresh, { people });
    // The first account is an administrator.
    await signIn('first@gmail.com');
    for (const name of ['eli', 'dana']) people.set(`${name}@gmail.com`, signIn(`${name}@gmail.com`, 'guard'));
    const { incident } = await see(0);
    await post(incident, 'close', { by: 'eli@gmail.com', body: { verdict: 'false_alarm' } });
    await see(120);
    expect((await see(60)).incident).toBe(incident);
    const closed = await post(incident, 'close', { body: { verdict: 'real' } });
    expect(closed).toMatchObject({ status: 200, answer: { closed_by: 'dana@gmail.com', verdict: 'real' } });
  });

  test('the own verdict is replaced by who gave it', async () => {
    const people = new Map<string, Promise<Guard>>();
    const { see, post, signIn } = await buildTeam(fresh, { people });
    await signIn('first@gmail.com');
    people.set('dana@gmail.com', signIn('dana@gmail.com', 'guard'));
    const { incident } = await see(0);
    for (const verdict of ['false_alarm', 'real']) {
      expect((await post(incident, 'close', { body: { verdict } })).status).toBe(200);
      await post(incident, 'reopen');
    }
  });
});
