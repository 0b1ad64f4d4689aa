import { expect, test } from 'vitest';
import { onBothDatabases } from '../test/data/on-both-databases.ts';
import { buildTestApp } from '../test/servers/build-test-app.ts';
import { announcement } from './announce.ts';
import { readConfig } from './config.ts';

function linesFor(
  environment: Record<string, string>,
  { hasAccounts = true, hasAdministrator = true, unwise = [] as string[] } = {},
): string[] {
  const settings = readConfig({ ALLOWED_EMAIL_DOMAINS: 'example.org', ...environment });
  if ('mistakes' in settings) throw new Error(settings.mistakes.join('\n'));
  return announcement({ config: settings.config, hasAccounts, hasAdministrator, unwise });
}

const RUNNING = 'Vedette is running at http://localhost:8080';

test('the first start explains how to create an account, a later one how to close registration', () => {
  expect(linesFor({}, { hasAccounts: false })).toEqual([
    RUNNING,
    'Make the first account: open http://localhost:8080/auth and choose Sign Up,',
    'with an address at example.org.',
  ]);
  expect(linesFor({})).toEqual([
    RUNNING,
    'Anybody with an address at example.org may sign up; REGISTRATION=closed ends that.',
  ]);
  expect(linesFor({ REGISTRATION: 'closed' })).toEqual([RUNNING]);
});

test('a team without an administrator is told how to make one', () => {
  const line = 'Nobody is an administrator: npm run account -- role <address> administrator makes one.';
  expect(linesFor({ TEAM: 'true' }, { hasAdministrator: false })).toContain(line);
  expect(linesFor({ TEAM: 'true' })).not.toContain(line);
  expect(linesFor({ TEAM: 'true' }, { hasAccounts: false, hasAdministrator: false })).not.toContain(line);
  expect(linesFor({}, { hasAdministrator: false })).not.toContain(line);
});

test('a team reads what its installation lacks, once it has accounts', () => {
  const unwise = ['There is no mail server', 'No backup was ever made'];
  const line =
    'Not ready for duty: There is no mail server; No backup was ever made. Administrators see more at http://localhost:8080/settings';
  expect(linesFor({ TEAM: 'true' }, { unwise })).toContain(line);
  expect(linesFor({ TEAM: 'true' }, { unwise, hasAccounts: false })).not.toContain(line);
  expect(linesFor({ TEAM: 'true' }).join()).not.toContain('duty');
});

test('with a mail server and without CONTACT_TO, a start logs where contact messages are stored', () => {
  const closed = { REGISTRATION: 'closed', SMTP_URL: 'smtp://mail.example.org' };
  expect(linesFor({ ...closed, PUBLIC_URL: 'https://guard.example.org' })).toContain(
    'Contact messages are mailed to Vedette <no-reply@guard.example.org> and kept in the database; CONTACT_TO names who reads them.',
  );
  expect(linesFor({ ...closed, CONTACT_TO: 'desk@example.org' })).toEqual([RUNNING]);
});

onBothDatabases('a server', (fresh) => {
  test('detects whether it has accounts', async () => {
    const app = await buildTestApp(fresh);
    const { accountStore } = app.dependencies;
    expect(await accountStore.any()).toBe(false);
    await app.signIn();
    expect(await accountStore.any()).toBe(true);
  });
});
