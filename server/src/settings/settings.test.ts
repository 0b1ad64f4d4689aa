import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DutyCheck, SettingsAnswer } from '@vedette/contract/settings';
import { expect, test, vi } from 'vitest';
import { emptyFolder } from '../../test/data/empty-folder.ts';
import { aHeartbeat, sendHeartbeat } from '../../test/data/heartbeats.ts';
import { type FreshDatabase, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { totpCode } from '../../test/doubles/totp-app.ts';
import { buildTestApp, type TestApp } from '../../test/servers/build-test-app.ts';
import { policyOf, rung } from '../../test/servers/escalation-desk.ts';
import { signUpAt } from '../../test/servers/sign-up-at.ts';
import { addressOf, runBuilt, startServer } from '../../test/servers/start-server.ts';
import { type Config, readConfig } from '../config.ts';

vi.setConfig({ testTimeout: 60_000 });

const DAY_MS = 24 * 60 * 60 * 1_000;

/** One installation, whose server is started again for each change of a setting. */
async function anInstallation(fresh: FreshDatabase) {
  const place = await fresh();
  let running: TestApp | undefined;
  const start = async (settings: Partial<Config> = {}) => {
    await running?.close();
    const app = await buildTestApp(async () => place, { team: true, ...settings });
    running = app;
    const administrator = await app.signIn(`administrator-${crypto.randomUUID()}@gmail.com`);
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) => {
      const answer = await app.api.inject({ method, url, headers: administrator, ...(payload && { payload }) });
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      return answer.json();
    };
    const answer = async (): Promise<SettingsAnswer> => call('GET', '/api/settings');
    const check = async (id: string): Promise<Pick<DutyCheck, 'state' | 'title'>> => {
      const found = (await answer()).checks.find((one) => one.id === id);
      if (found === undefined) throw new Error(`nothing checks ${id}`);
      expect(found.todo === null).toBe(found.state === 'ok');
      return { state: found.state, title: found.title };
    };
    return { ...app, call, answer, check };
  };
  return { place, start };
}

onBothDatabases('the settings', (fresh) => {
  test('are listed with their values and where these came from, without secrets', async () => {
    const read = readConfig({ TEAM: 'true', PORT: '8081', SMTP_URL: 'smtp://ana:hunter2@mail.example.org' });
    if ('mistakes' in read) throw new Error(read.mistakes.join());
    const { start, place } = await anInstallation(fresh);
    const { answer } = await start({ settings: read.config.settings });
    const { settings, server } = await answer();
    expect(settings.find(({ name }) => name === 'PORT')).toEqual({
      ...{ name: 'PORT', group: 'Network', meaning: 'the port to listen on', default: '`8080`' },
      ...{ value: '8081', source: 'environment', secret: false },
    });
    expect(settings.find(({ name }) => name === 'SMTP_URL')?.value).toBe('smtp://ana:***@mail.example.org');
    expect(settings.find(({ name }) => name === 'SESSION_SECRET')).toMatchObject({
      ...{ value: 'set', source: 'generated', secret: true },
    });
    expect(server).toMatchObject({ several: place.address.dialect === 'postgres' });
    expect(JSON.stringify(settings)).not.toContain('hunter2');
  });

  test('are there only with TEAM', async () => {
    const { api, signIn } = await buildTestApp(fresh);
    const answer = await api.inject({ method: 'GET', url: '/api/settings', headers: await signIn() });
    expect(answer.statusCode).toBe(404);
  });
});

onBothDatabases('the check of', (fresh) => {
  test('the registration is unwise while strangers can sign up', async () => {
    const { start } = await anInstallation(fresh);
    const open = await start();
    expect(await open.check('registration')).toEqual({ state: 'unwise', title: 'Strangers can sign up' });
    const closed = await start({ registration: 'closed' });
    expect(await closed.check('registration')).toEqual({ state: 'ok', title: 'Nobody can sign up' });
  });

  test('the address is unwise when requests come from elsewhere, until PUBLIC_URL names it', async () => {
    const { start } = await anInstallation(fresh);
    for (const headers of [{ host: 'guard.example.org' }, { 'x-forwarded-for': '192.0.2.1' }]) {
      const { api, check } = await start();
      expect(await check('public-address')).toMatchObject({ state: 'ok' });
      expect(await check('https')).toMatchObject({ state: 'ok' });
      // A refused request counts as well.
      await api.inject({ method: 'GET', url: '/api/detections/all', headers });
      expect(await check('public-address')).toMatchObject({ state: 'unwise' });
      expect(await check('https')).toMatchObject({ state: 'unknown' });
    }
    const open = await start({ host: '0.0.0.0' });
    expect(await open.check('public-address')).toMatchObject({ state: 'unwise' });
    const plain = await start({ publicUrl: 'http://guard.example.org' });
    expect(await plain.check('public-address')).toMatchObject({ state: 'ok' });
    expect(await plain.check('https')).toEqual({ state: 'unwise', title: 'People come without https' });
    const secure = await start({ publicUrl: 'https://guard.example.org' });
    expect(await secure.check('https')).toEqual({ state: 'ok', title: 'People come over https' });
  });

  test('mail is unwise without a mail server', async () => {
    const { start } = await anInstallation(fresh);
    const without = await start();
    expect(await without.check('mail')).toMatchObject({ state: 'unwise' });
    const withServer = await start({ smtpUrl: 'smtp://mail.example.org' });
    expect(await withServer.check('mail')).toMatchObject({ state: 'ok' });
  });

  test('the backup is well for seven days after the command has succeeded beside the server', async () => {
    const { start, place } = await anInstallation(fresh);
    const { check, clock, dependencies } = await start();
    expect(await check('backup')).toEqual({ state: 'unwise', title: 'No backup was ever made' });
    const settings = {
      DATA_DIR: place.dataDir,
      ...(place.address.dialect === 'postgres' && { DATABASE_URL: place.address.url }),
    };
    const folder = emptyFolder();
    writeFileSync(join(folder, 'notes'), '');
    // The command refuses a folder that is not empty.
    expect(await runBuilt('backup-cli', ['backup', folder], settings)).toMatchObject({ code: 1 });
    expect(await check('backup')).toMatchObject({ state: 'unwise' });
    const { code, output } = await runBuilt('backup-cli', ['backup', join(folder, 'new')], settings);
    expect([code, output]).toEqual([0, expect.not.stringContaining('does not know')]);
    expect(await check('backup')).toEqual({ state: 'ok', title: 'The last backup is less than a day old' });

    const last = await dependencies.database.kysely.selectFrom('last_backup').selectAll().executeTakeFirstOrThrow();
    expect(last).toMatchObject({ detections: 0, frames: 0 });
    const setTo = (days: number) =>
      dependencies.database.kysely
        .updateTable('last_backup')
        .set({ at: dependencies.now() - days * DAY_MS })
        .execute();
    await setTo(6);
    expect(await check('backup')).toEqual({ state: 'ok', title: 'The last backup is 6 days old' });
    clock.advance(DAY_MS);
    expect(await check('backup')).toEqual({ state: 'unwise', title: 'The last backup is 7 days old' });
  });

  test('administrators is unwise until there are two', async () => {
    const { start } = await anInstallation(fresh);
    const { check, call, signIn } = await start();
    await signIn('guard@gmail.com', 'guard');
    expect(await check('administrators')).toEqual({ state: 'unwise', title: 'Only one person is an administrator' });
    const { people } = await call('GET', '/api/people?search=guard@gmail.com');
    await call('PATCH', `/api/people/${people[0].id}`, { role: 'administrator' });
    expect(await check('administrators')).toEqual({ state: 'ok', title: '2 people are administrators' });
    await call('PATCH', `/api/people/${people[0].id}`, { suspended: true });
    expect(await check('administrators')).toMatchObject({ state: 'unwise' });
  });

  test('the second factor is unwise while an administrator has none', async () => {
    const { start } = await anInstallation(fresh);
    const { check, call, signIn } = await start();
    await signIn('guard@gmail.com', 'guard');
    expect(await check('second-factor')).toMatchObject({ state: 'unwise' });
    const { secret } = await call('POST', '/api/auth/second-factor/authenticator', {});
    await call('POST', '/api/auth/second-factor/authenticator/confirm', { code: totpCode(secret) });
    expect(await check('second-factor')).toEqual({ state: 'ok', title: 'Every administrator has a second factor' });
    for (const email of ['bea@gmail.com', 'eve@gmail.com']) await signIn(email);
    expect(await check('second-factor')).toEqual({
      ...{ state: 'unwise', title: 'bea@gmail.com and 1 more: an administrator without a second factor' },
    });
  });

  test('the duty is unwise while nobody is on duty', async () => {
    const { start } = await anInstallation(fresh);
    const { check, call } = await start();
    expect(await check('duty')).toMatchObject({ state: 'unwise' });
    await call('PUT', '/api/duty', { on: true });
    expect(await check('duty')).toEqual({ state: 'ok', title: '1 person is on duty' });
  });

  test('the escalation is unwise until each rule reaches somebody outside', async () => {
    const { start } = await anInstallation(fresh);
    const { check, call } = await start();
    const setPolicy = async (policy: object) => {
      const { version } = await call('GET', '/api/escalation/policy');
      await call('PUT', '/api/escalation/policy', { version, policy });
    };
    const title = "Unanswered alarms stay on the screens: 'High priority threats'";
    expect(await check('escalation')).toEqual({ state: 'unwise', title });
    await setPolicy(policyOf([rung(0, { kind: 'email', to: { who: 'addresses', addresses: ['ana@example.org'] } })]));
    expect(await check('escalation')).toMatchObject({ state: 'unwise' });
    await setPolicy(policyOf([], { rules: [] }));
    expect(await check('escalation')).toMatchObject({ state: 'unwise', title: expect.stringContaining('no rule') });
    await setPolicy(policyOf([rung(0, { kind: 'screens' }), rung(60, { kind: 'ntfy', topic: 'guards' })]));
    expect(await check('escalation')).toMatchObject({ state: 'ok' });

    await setPolicy(policyOf([rung(0, { kind: 'email', to: { who: 'all' } })]));
    const withMail = await start({ smtpUrl: 'smtp://mail.example.org' });
    expect(await withMail.check('escalation')).toMatchObject({ state: 'unwise' });
    const { kysely, dialect } = withMail.dependencies.database;
    const confirmed = dialect === 'sqlite' ? 1 : true;
    await kysely.updateTable('auth_user').set({ emailVerified: confirmed }).execute();
    expect(await withMail.check('escalation')).toMatchObject({ state: 'ok' });
  });

  test('the devices follows the first one from its registration to its silence', async () => {
    const { start } = await anInstallation(fresh);
    const { api, check, call, clock } = await start();
    expect(await check('devices')).toEqual({ state: 'unwise', title: 'No device is connected' });
    const { key } = await call('POST', '/api/devices', { name: 'Gate' });
    expect(await check('devices')).toEqual({ state: 'unwise', title: 'Gate was never heard of' });
    await sendHeartbeat(api, key, aHeartbeat());
    expect(await check('devices')).toEqual({ state: 'ok', title: '1 device is online' });
    clock.advance(90_000);
    expect(await check('devices')).toEqual({ state: 'unwise', title: 'Gate is offline' });
  });

  test('the devices does not know how those are that only report', async () => {
    const { start } = await anInstallation(fresh);
    const { api, check, call, dependencies } = await start();
    const { device_id: id } = await call('POST', '/api/devices', { name: 'Gate' });
    dependencies.lastSeen.note(id);
    await dependencies.lastSeen.flush();
    expect(await check('devices')).toMatchObject({ state: 'unknown' });
    const { key } = await call('POST', '/api/devices', { name: 'Yard' });
    await sendHeartbeat(api, key, aHeartbeat());
    expect(await check('devices')).toEqual({ state: 'ok', title: '1 device is online; 1 sends no heartbeat' });
  });

  test('anything is unknown when it fails, and the others still answer', async () => {
    const { start } = await anInstallation(fresh);
    const { check, dependencies, expectLogLine } = await start({ registration: 'closed' });
    expectLogLine(/a check of the settings failed/);
    await dependencies.database.kysely.schema.dropTable('last_backup').execute();
    expect(await check('backup')).toEqual({ state: 'unknown', title: 'This could not be checked' });
    expect(await check('registration')).toMatchObject({ state: 'ok' });
  });

  test('the whole puts what needs attention first', async () => {
    const { start } = await anInstallation(fresh);
    const { answer } = await start({ registration: 'closed' });
    const states = (await answer()).checks.map(({ state }) => state);
    const order = ['unwise', 'unknown', 'ok'];
    expect(states).toEqual([...states].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(new Set(states).size).toBeGreaterThan(1);
  });
});

test('a start prints what an installation with people lacks', async () => {
  const settings = { DATA_DIR: emptyFolder(), TEAM: 'true' };
  const first = startServer(settings);
  const address = await addressOf(first);
  await signUpAt(address);
  expect(first.output()).not.toContain('Not ready for duty');
  first.process.kill('SIGTERM');
  await first.exit;
  const second = startServer(settings);
  await addressOf(second);
  await vi.waitFor(() => expect(second.output()).toMatch(/Administrators see more at \S+\/settings/));
  const [, lacking = ''] = /Not ready for duty: (.*)\. Administrators/.exec(second.output()) ?? [];
  expect(lacking.split('; ')).toEqual([
    'Only one person is an administrator',
    expect.stringMatching(/an administrator without a second factor$/),
    'There is no mail server',
    'No backup was ever made',
    "Unanswered alarms stay on the screens: 'High priority threats'",
  ]);
});
