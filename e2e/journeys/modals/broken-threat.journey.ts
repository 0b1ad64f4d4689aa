import { dashboardOf } from '../../fixtures/dashboard.ts';
import { modalCode, modalsOf } from '../../fixtures/modals.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ expectedErrors: [/status of (404|500).*detections\/\d+|TypeError|assets\/modal-/] });

test('the page still works when the code of a modal does not load', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const { threat } = modalsOf(guard);
  const id = await device.reports();
  await guard.route(modalCode, (route) => route.fulfill({ status: 500 }));
  await dashboard.opens();
  await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
  const notice = guard.getByRole('region', { name: 'Threat details' });
  await expect(notice.getByRole('alert')).toHaveText('Unable to display threat details. Please try again.');
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toHaveCount(0);
  await expect(guard).toHaveURL('/dashboard');
  await guard.unroute(modalCode);
  await guard.reload();
  await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
  await expect(threat.getByText(`Detection ID: ${id}`)).toBeVisible();
});

test('an open modal shows that another guard has deleted its threat', async ({ guard, account, device }) => {
  const dashboard = dashboardOf(guard);
  const { threat } = modalsOf(guard);
  const id = await device.reports();
  await dashboard.opens();
  await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
  await expect(threat.getByText('Rifle', { exact: true })).toBeVisible();
  await account.calls('DELETE', `/api/detections/${id}`);
  await expect(threat.getByText(`There is no detection ${id}`)).toBeVisible();
  await expect(threat.getByRole('img')).toHaveCount(0);
  await guard.keyboard.press('Escape');
  await expect(guard.getByRole('heading', { name: /^High Priority Threats/ })).toBeFocused();
});

test('an unknown id and a missing one each have a message', async ({ guard }) => {
  const { threat } = modalsOf(guard);
  await guard.goto('/dashboard?threat=4711');
  await expect(threat.getByRole('alert')).toContainText('There is no detection 4711');
  await guard.goto('/dashboard?threat=');
  await expect(threat.getByRole('alert')).toContainText('Invalid threat data');
  await guard.goto('/dashboard?threat=abc');
  await expect(threat.getByRole('alert')).toContainText('Invalid threat data');
});

test('a failed load of a threat can be retried', async ({ guard }) => {
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

test('the page still works when data breaks the modal', async ({ guard, device }) => {
  const dashboard = dashboardOf(guard);
  const { threat, any } = modalsOf(guard);
  const id = await device.reports();
  const broken = { id: 4711, detection_id: 4711, weapon_type: null, threat_level: 9, confidence: 97 };
  await guard.route('**/api/detections/4711', (route) => route.fulfill({ json: { success: true, detection: broken } }));
  await guard.goto('/dashboard?threat=4711');
  await expect(threat.getByRole('alert')).toContainText('Unable to display threat details. Please try again.');
  await threat.getByRole('button', { name: 'Try Again' }).click();
  await expect(threat.getByRole('alert')).toContainText('Unable to display threat details. Please try again.');
  await threat.getByRole('button', { name: 'Close' }).click();
  await expect(any).toHaveCount(0);
  await dashboard.cardOf(id).getByRole('button', { name: 'Expand Threat' }).click();
  await expect(threat.getByText(`Detection ID: ${id}`)).toBeVisible();
});
