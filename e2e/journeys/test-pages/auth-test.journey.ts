import { presses } from '../../fixtures/account-forms.ts';
import { answers } from '../../fixtures/servers/open-id-provider.ts';
import { test as base, expect } from '../../fixtures/test.ts';
import { authTestOf } from '../../fixtures/test-pages/auth-test.ts';

const test = base.extend({
  settings: async ({ openId }, use) => use(openId.settingsFor('google')),
});

test('email login and logout show each step and the auth state', async ({ page, account }) => {
  const authTest = authTestOf(page);
  await page.goto('/auth-test');
  await expect(authTest.state).toHaveText('Logged out');
  await authTest.fills(account);
  await presses(page, 'Test Email Login/Logout');
  await expect(authTest.state).toHaveText('Logged in');
  await expect(page.getByRole('group', { name: 'Current auth state' })).toContainText(account.email);
  await authTest.ends('Email Login/Logout', 'passed');
  await expect(authTest.state).toHaveText('Logged out');
  await expect(page).toHaveURL('/auth-test');

  const steps = await authTest.steps();
  const expectedSteps = ['Logging in', 'Logged in', 'Logging out', 'Logged out', 'Changing the email', 'Refused'];
  const times = expectedSteps.map((start) => steps.find(({ text }) => text.startsWith(start))?.at ?? Number.NaN);
  for (const [place, from] of [0, 1, 2, 3].entries()) {
    const between = (times[place + 1] ?? 0) - (times[from] ?? 0);
    expect(between).toBeGreaterThanOrEqual(0.99);
    expect(between).toBeLessThan(6);
  }
  await expect(authTest.log).toContainText('No user logged in');
});

test('social login and logout use the popup', async ({ page, server, openId }) => {
  await openId.serves(server.url, { id: 'ada', email: 'ada@harbour.example' });
  const authTest = authTestOf(page);
  await page.goto('/auth-test');
  const popup = page.waitForEvent('popup');
  await presses(page, 'Test Social Login/Logout');
  await answers(await popup, 'Sign in');
  await expect(authTest.state).toHaveText('Logged in');
  await expect(page.getByRole('group', { name: 'Current auth state' })).toContainText('google');
  await authTest.ends('Social Login/Logout', 'passed');
  await expect(authTest.state).toHaveText('Logged out');
});

test('the persistence test keeps the session and the log over a reload', async ({ page, account }) => {
  const authTest = authTestOf(page);
  await page.goto('/auth-test');
  await authTest.fills(account);
  const loaded = page.waitForEvent('load');
  await presses(page, 'Test Persistence');
  await loaded;
  await authTest.ends('Persistence', 'passed');
  await expect(authTest.log).toContainText(`Logging in as ${account.email}`);
  await expect(authTest.log).toContainText(`Still logged in as ${account.email}`);
  await expect(authTest.state).toHaveText('Logged in');
  // A reload that the test did not start clears the log.
  await page.reload();
  await expect(authTest.log).toHaveText('Nothing has happened yet.');
});

test('the password reset test mails a link and keeps the session', async ({ guard, account, server }) => {
  const authTest = authTestOf(guard);
  await guard.goto('/auth-test');
  await expect(guard.getByLabel('Test Email')).toHaveValue(account.email);
  await presses(guard, 'Test Password Reset');
  await authTest.ends('Password Reset', 'passed');
  expect(server.mailbox.count(account.email, 'password-reset')).toBe(1);
  await expect(authTest.state).toHaveText('Logged in');
});

test('one button runs all tests, and Stop ends them', async ({ page, server, openId, account }) => {
  await openId.serves(server.url, { id: 'ada', email: 'ada@harbour.example' });
  const authTest = authTestOf(page);
  await page.goto('/auth-test');
  await authTest.fills(account);
  const popup = page.waitForEvent('popup');
  await presses(page, 'Run All Tests');
  await answers(await popup, 'Sign in');
  await authTest.ends('Social Login/Logout', 'passed');
  await presses(page, 'Stop');
  await expect(authTest.log).toContainText('Email Login/Logout: stopped');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeDisabled();
  expect((await authTest.log.boundingBox())?.height).toBe(300);
});

base.describe('in another time zone', () => {
  base.use({ timezoneId: 'America/New_York', expectedErrors: [/status of 40[14]/] });

  base('what fails says why, and the log keeps Israel time', async ({ page, account }) => {
    const authTest = authTestOf(page);
    const console_: string[] = [];
    page.on('console', (message) => console_.push(message.text()));
    await page.goto('/auth-test');
    await page.getByLabel('Test Email').fill('');
    await presses(page, 'Test Email Login/Logout');
    await expect(authTest.log).toContainText('Please enter both email and password');
    await authTest.fills({ email: account.email, password: 'not the password' });
    await presses(page, 'Test Persistence');
    await expect(authTest.log).toContainText(
      'Failed to log in. Please check your credentials. Email or password is wrong',
    );
    await presses(page, 'Test Social Login/Logout');
    await expect(authTest.log).toContainText('Failed to log in with Google: This way to sign in is not set up');
    await expect(page.getByText('Failed', { exact: true })).toHaveCount(3);

    const [first] = await authTest.steps();
    const shown = await authTest.log.locator('time').first().textContent();
    const israel = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jerusalem', timeStyle: 'medium' });
    expect(shown?.split('.')[0]).toBe(israel.format((first?.at ?? 0) * 1_000));
    expect(console_.join('\n')).toContain(`${shown}] Email Login/Logout: started`);
  });
});
