import { dashboardOf } from '../fixtures/dashboard.ts';
import { modalsOf } from '../fixtures/modals.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

test('a threat is expanded, and given back to the card it came from', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const { threat, any } = modalsOf(guard);
  const id = await device.reports({ weapon_type: 'rifle', threat_level: 9, location: 'Loading dock' });
  await dashboard.opens();
  const opener = dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' });

  await opener.click();
  for (const text of [
    'rifle',
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
  await button.click();
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

test('a link opens a threat, also one that no list on the screen holds', async ({ guard, account, device }) => {
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

test('a link survives the login', async ({ page, account, device }) => {
  const id = await device.reports();
  await page.goto(`/dashboard?threat=${id}`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(modalsOf(page).threat.getByText(`Detection ID: ${id}`)).toBeVisible();
});

test.describe('what cannot be shown', () => {
  test.use({ expectedErrors: [/status of (404|500).*detections\/\d+|TypeError|assets\/modal-/] });

  test('a modal whose code does not come leaves the page alive', async ({ guard, device }) => {
    const dashboard = dashboardOf(guard);
    const { threat } = modalsOf(guard);
    const id = await device.reports();
    await guard.route('**/assets/modal-*.js', (route) => route.fulfill({ status: 500 }));
    await dashboard.opens();
    await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
    const notice = guard.getByRole('region', { name: 'Threat details' });
    await expect(notice.getByRole('alert')).toHaveText('Unable to display threat details. Please try again.');
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toHaveCount(0);
    await expect(guard).toHaveURL('/dashboard');
    await guard.unroute('**/assets/modal-*.js');
    await guard.reload();
    await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
    await expect(threat.getByText(`Detection ID: ${id}`)).toBeVisible();
  });

  test('a threat that a colleague deletes goes from the open modal, too', async ({ guard, account, device }) => {
    const dashboard = dashboardOf(guard);
    const { threat } = modalsOf(guard);
    const id = await device.reports();
    await dashboard.opens();
    await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
    await expect(threat.getByText('rifle', { exact: true })).toBeVisible();
    await account.calls('DELETE', `/api/detections/${id}`);
    await expect(threat.getByText(`There is no detection ${id}`)).toBeVisible();
    await expect(threat.getByRole('img')).toHaveCount(0);
    await guard.keyboard.press('Escape');
    await expect(guard.getByRole('heading', { name: /^High Priority Threats/ })).toBeFocused();
  });

  test('an unknown id says so, and so does none', async ({ guard }) => {
    const { threat } = modalsOf(guard);
    await guard.goto('/dashboard?threat=4711');
    await expect(threat.getByRole('alert')).toContainText('There is no detection 4711');
    await guard.goto('/dashboard?threat=');
    await expect(threat.getByRole('alert')).toContainText('Invalid threat data');
    await guard.goto('/dashboard?threat=abc');
    await expect(threat.getByRole('alert')).toContainText('Invalid threat data');
  });

  test('a threat that could not be loaded can be tried again', async ({ guard }) => {
    const { threat } = modalsOf(guard);
    const answer = { success: false, message: 'The disk is full', code: 'INTERNAL' };
    await guard.route('**/api/detections/4711', (route) => route.fulfill({ status: 500, json: answer }));
    await guard.goto('/dashboard?threat=4711');
    await expect(threat.getByRole('alert')).toContainText('This detection could not be loaded');
    await expect(threat.getByRole('alert')).toContainText('The disk is full');
    await guard.unroute('**/api/detections/4711');
    await threat.getByRole('button', { name: 'Try Again' }).click();
    await expect(threat.getByRole('alert')).toContainText('There is no detection 4711');
  });

  test('data that breaks the modal leaves the page alive', async ({ guard, device }) => {
    const dashboard = dashboardOf(guard);
    const { threat, any } = modalsOf(guard);
    const id = await device.reports();
    const broken = { id: 4711, detection_id: 4711, weapon_type: null, threat_level: 9, confidence: 97 };
    await guard.route('**/api/detections/4711', (route) =>
      route.fulfill({ json: { success: true, detection: broken } }),
    );
    await guard.goto('/dashboard?threat=4711');
    await expect(threat.getByRole('alert')).toContainText('Unable to display threat details. Please try again.');
    await threat.getByRole('button', { name: 'Try Again' }).click();
    await expect(threat.getByRole('alert')).toContainText('Unable to display threat details. Please try again.');
    await threat.getByRole('button', { name: 'Close' }).click();
    await expect(any).toHaveCount(0);
    await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
    await expect(threat.getByText(`Detection ID: ${id}`)).toBeVisible();
  });
});
