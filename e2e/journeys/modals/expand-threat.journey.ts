import { logsIn } from '../../fixtures/account-forms.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { modalsOf } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test('a threat expands, and closing it returns the focus to its card', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const { threat, any } = modalsOf(guard);
  const id = await device.reports({ weapon_type: 'rifle', threat_level: 9, location: 'Loading dock' });
  await dashboard.opens();
  const opener = dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' });

  await opener.click();
  for (const text of [
    'Rifle',
    'Threat 9/10',
    'Confidence 97%',
    'Loading dock',
    'Gate camera',
    device.id,
    `Detection ID: ${id}`,
  ]) {
    await expect(threat.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(threat.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(threat.locator('[data-weapon=rifle]')).toBeVisible();
  await dashboard.seesFrameOf(id);
  await expect(guard).toHaveURL(`/dashboard?threat=${id}`);

  await guard.keyboard.press('Escape');
  await expect(any).toHaveCount(0);
  await expect(guard).toHaveURL('/dashboard');
  await expect(opener).toBeFocused();

  await guard.keyboard.press('Enter');
  await threat.getByRole('button', { name: 'Close' }).click();
  await expect(any).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(threat).toBeVisible();
  await guard.goBack();
  await expect(any).toHaveCount(0);
  await expect(guard).toHaveURL('/dashboard');
  await guard.goForward();
  await expect(threat).toBeVisible();
  await guard.keyboard.press('Escape');
  await expect(any).toHaveCount(0);
  await expect(guard).toHaveURL('/dashboard');
});

test('a double click opens one modal, which closes once', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const { threat, any } = modalsOf(guard);
  const id = await device.reports();
  await dashboard.opens();
  await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).dblclick();
  await expect(threat).toBeVisible();
  await guard.keyboard.press('Escape');
  await expect(any).toHaveCount(0);
  await expect(guard).toHaveURL('/dashboard');
});

test('a threat is acknowledged on this screen alone, until it is opened again', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const { threat, any } = modalsOf(guard);
  const id = await device.reports();
  await dashboard.opens();
  const opener = dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' });
  const checkbox = threat.getByRole('checkbox');
  const button = threat.getByRole('button', { name: 'Acknowledge' });
  const notice = toast(guard, 'Alert Acknowledged', 'Threat acknowledged by security personnel');
  const sent: string[] = [];
  guard.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));

  await opener.click();
  await button.click();
  await expect(notice).toBeVisible();
  await expect(checkbox).toBeChecked();
  await notice.getByRole('button', { name: /close/i }).click();
  await expect(notice).toHaveCount(0);
  // Acknowledged already: nothing more to say.
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await guard.keyboard.press('Escape');
  await expect(any).toHaveCount(0);
  await expect(notice).toHaveCount(0);

  await opener.click();
  await expect(checkbox).not.toBeChecked();
  await checkbox.check();
  await expect(notice).toBeVisible();
  await expect(button).toHaveText('Acknowledged');
  expect(sent).toEqual([]);
});

test('a link opens a threat, also one that is in no list on the screen', async ({ guard, account, device }) => {
  const dashboard = dashboardOf(guard);
  const { threat, any } = modalsOf(guard);
  const id = await device.reports({ weapon_type: 'Knife', threat_level: 2, timestamp: '2020-01-01T00:00:00Z' });
  for (let count = 0; count < 100; count += 1) {
    await account.calls('POST', '/api/detections/manual', { object_type: 'Knife', confidence: 0.1, location: 'Hall' });
  }
  await guard.goto(`/dashboard?view=recent&threat=${id}`);
  await expect(threat.getByText('Threat 2/10')).toBeVisible();
  await expect(threat.getByText(`Detection ID: ${id}`)).toBeVisible();
  await dashboard.seesFrameOf(id);

  await guard.keyboard.press('Escape');
  await expect(any).toHaveCount(0);
  await expect(guard).toHaveURL('/dashboard?view=recent');
  await expect(guard.getByRole('heading', { name: /^Recent Detections/ })).toBeFocused();
});

test('a link opens its threat after the login', async ({ page, account, device }) => {
  const id = await device.reports();
  await page.goto(`/dashboard?threat=${id}`);
  await logsIn(page, account);
  await expect(modalsOf(page).threat.getByText(`Detection ID: ${id}`)).toBeVisible();
});
