import { notesAlerts } from '../../fixtures/alerts.ts';
import { answersOf } from '../../fixtures/answers.ts';
import { dashboardOf } from '../../fixtures/dashboard.ts';
import { holdsBack } from '../../fixtures/held-back.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

test.use({ settings: { TEAM: 'true' } });

test('acknowledging on one screen calms the card on the other, and says who has it', async ({
  guard,
  secondGuard,
  account,
  device,
}) => {
  const alerts = await notesAlerts(secondGuard);
  await secondGuard.addInitScript(() => localStorage.setItem('vedette.alerts', '{"sound":true}'));
  await device.reports();
  const [mine, theirs] = [answersOf(guard), answersOf(secondGuard)];
  await Promise.all([mine.opens(), theirs.opens()]);
  await mine.expands();
  await mine.threat.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect(toast(guard, 'Alert Acknowledged', 'Threat acknowledged by security personnel')).toBeVisible();
  const taken = new RegExp(`^Acknowledged by ${account.email}, \\d\\d:\\d\\d$`);
  await expect(mine.threat.getByText(taken)).toBeVisible();
  await expect(mine.threat.getByRole('checkbox', { name: 'Acknowledge this threat' })).toBeChecked();
  await expect(theirs.card.getByText(taken)).toBeVisible();
  // It stays, and it counts until it is closed.
  await dashboardOf(secondGuard).counts({ total: 1, active: 1, lastHour: 1 });

  // It rings no more, but another incident does.
  await secondGuard.mouse.click(5, 5);
  await device.reports();
  await expect(theirs.card).toContainText('2 sightings');
  await device.reports({ weapon_type: 'Pistol' });
  await expect(theirs.card).toHaveCount(2);
  await expect.poll(alerts.sounds).toBe(1);
  await dashboardOf(secondGuard).counts({ total: 3, active: 2, lastHour: 3 });

  // Taking the tick away gives it back.
  await mine.threat.getByRole('checkbox').click();
  await expect(theirs.card.getByText(taken)).toHaveCount(0);
  await expect(mine.threat.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();
});

test('closing with a verdict and a note empties the view, and reopening brings it back', async ({
  guard,
  secondGuard,
  account,
  device,
}) => {
  await device.reports();
  await device.reports();
  const [mine, theirs] = [answersOf(guard), answersOf(secondGuard)];
  await Promise.all([mine.opens(), theirs.opens()]);
  await dashboardOf(secondGuard).counts({ total: 2, active: 1, lastHour: 2 });
  await expect(secondGuard).toHaveTitle('(1) Dashboard · Vedette');
  await mine.expands();
  await mine.threat.getByRole('button', { name: 'Close alarm' }).click();
  await mine.closing.getByRole('button', { name: 'Close alarm' }).click();
  await expect(mine.closing.getByText('Choose what it was.')).toBeVisible();
  await mine.answersWith('False alarm', 'An umbrella.');
  await expect(toast(guard, 'Alarm Closed', 'Verdict: False alarm')).toBeVisible();
  await expect(mine.threat.getByText(new RegExp(`^Closed by ${account.email}`))).toBeVisible();
  await expect(mine.threat.getByText('An umbrella.')).toBeVisible();
  for (const page of [guard, secondGuard]) {
    await expect(page.getByText('No active threats detected')).toBeVisible();
    await expect(page.getByText('No weapon threat is active.')).toBeVisible();
    await expect(page).toHaveTitle('Dashboard · Vedette');
  }
  await dashboardOf(secondGuard).counts({ total: 2, active: 0, lastHour: 2 });
  await guard.keyboard.press('Escape');
  await expect(mine.threat).toHaveCount(0);

  // A further sighting of it alarms nobody.
  await device.reports();
  await dashboardOf(secondGuard).counts({ total: 3, active: 0, lastHour: 3 });
  await expect(secondGuard.getByText('No active threats detected')).toBeVisible();

  // The evidence stays, with the verdict.
  await secondGuard.getByRole('button', { name: 'Recent Detections' }).click();
  await expect(theirs.card.first()).toContainText('Closed: False alarm');
  await secondGuard.getByRole('link', { name: 'Show all' }).click();
  await expect(theirs.card).toHaveCount(3);
  await expect(theirs.card.first()).toContainText('Closed: False alarm');
  await theirs.card.first().getByRole('button', { name: 'Rifle' }).click();
  await theirs.threat.getByRole('button', { name: 'Reopen' }).click();
  await expect(toast(secondGuard, 'Alarm Reopened', 'The incident is open again')).toBeVisible();
  await secondGuard.keyboard.press('Escape');
  await expect(theirs.card.first()).not.toContainText('Closed');
  await expect(mine.card).toContainText('3 sightings');
  await dashboardOf(guard).counts({ total: 3, active: 1, lastHour: 3 });
  await expect(guard).toHaveTitle('(1) Dashboard · Vedette');
});

test('every action can be undone by the button of its notice', async ({ guard, secondGuard, device }) => {
  await device.reports();
  const [mine, theirs] = [answersOf(guard), answersOf(secondGuard)];
  await Promise.all([mine.opens(), theirs.opens()]);
  await mine.expands();
  await mine.threat.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect(theirs.card).toContainText('Acknowledged by');
  await mine.undoes();
  await expect(toast(guard, 'Undone', 'The incident is as it was before')).toBeVisible();
  await expect(theirs.card).not.toContainText('Acknowledged by');
  await mine.threat.getByRole('button', { name: 'Close alarm' }).click();
  await mine.answersWith('Drill', '');
  await expect(secondGuard.getByText('No active threats detected')).toBeVisible();
  await mine.undoes();
  await expect(theirs.card).toHaveCount(1);
  await expect(mine.threat.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();
});

test('the alarm stops repeating when somebody has every incident', async ({ guard, account, device }) => {
  const alerts = await notesAlerts(guard);
  await guard.clock.install();
  await answersOf(guard).opens();
  await guard.getByRole('button', { name: 'Enable sound' }).click();
  await expect.poll(alerts.sounds).toBe(1);
  await device.reports();
  await expect.poll(alerts.sounds).toBe(2);
  await guard.clock.runFor(10_000);
  await expect.poll(alerts.sounds).toBe(3);
  await account.calls('POST', '/api/incidents/1/acknowledge', {});
  await expect(guard.getByRole('article')).toContainText('Acknowledged by');
  await guard.clock.runFor(30_000);
  expect(await alerts.sounds()).toBe(3);
});

test('the wall shows who has an incident, and is calm when all are closed', async ({
  guard,
  secondGuard,
  account,
  device,
}) => {
  await device.reports();
  await device.reports({ weapon_type: 'Pistol' });
  await secondGuard.goto('/dashboard?wall');
  await expect(secondGuard.getByRole('heading', { name: '2 Active Weapon Threat(s) Detected!' })).toBeVisible();
  // What somebody has gives the large place to what nobody has.
  await expect(secondGuard.getByRole('article')).toContainText('Pistol');
  await account.calls('POST', '/api/incidents/2/acknowledge', {});
  await expect(secondGuard.getByRole('article')).toContainText('Rifle');
  await account.calls('POST', '/api/incidents/1/acknowledge', {});
  const taken = secondGuard.getByText(`Acknowledged by ${account.email}`);
  await expect(taken).toHaveCount(2);
  const mine = answersOf(guard);
  await mine.opens();
  await mine.expands();
  await guard.keyboard.press('c');
  await mine.answersWith('Real', '');
  await expect(secondGuard.getByRole('heading', { name: '1 Active Weapon Threat(s) Detected!' })).toBeVisible();
  await account.calls('POST', '/api/incidents/1/close', { verdict: 'test' });
  await expect(secondGuard.getByRole('heading', { name: 'No weapon threat is active' })).toBeVisible();
});

test('repeats are grouped unless it was switched off', async ({ guard, device }) => {
  await device.reports();
  await device.reports();
  const { opens, card } = answersOf(guard);
  await opens();
  await expect(card).toHaveCount(1);
  await guard.getByRole('switch', { name: 'Group repeats' }).click();
  await expect(card).toHaveCount(2);
  await guard.reload();
  await expect(card).toHaveCount(2);
  await expect(guard.getByRole('switch', { name: 'Group repeats' })).not.toBeChecked();
});

test('while somebody points at the list, a card that somebody else closes keeps its place', async ({
  guard,
  account,
  device,
}) => {
  await device.reports();
  await device.reports({ weapon_type: 'Pistol' });
  const { opens, card } = answersOf(guard);
  await opens();
  await card.first().hover();
  await account.calls('POST', '/api/incidents/2/close', { verdict: 'test' });
  await expect(guard.getByText('Closed', { exact: true })).toBeVisible();
  await expect(card).toHaveCount(2);
  await guard.mouse.move(5, 5);
  await expect(card).toHaveCount(1);
});

test.describe('two guards', () => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] });

  test('who press at the same moment: one has it, the other is told who', async ({
    guard,
    secondGuard,
    account,
    secondAccount,
    device,
  }) => {
    await device.reports();
    const pages = [guard, secondGuard];
    const goOn = await Promise.all(pages.map((page) => holdsBack(page, '**/acknowledge')));
    for (const page of pages) {
      await answersOf(page).opens();
      await answersOf(page).expands();
      await answersOf(page).threat.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    }
    for (const release of goOn) release();
    const wins = (page: typeof guard) =>
      toast(page, 'Alert Acknowledged', 'Threat acknowledged by security personnel').count();
    const isTold = (page: typeof guard, email: string) =>
      toast(page, 'Somebody Was Faster', `This alarm was acknowledged by ${email}`).count();
    await expect
      .poll(async () => [
        (await wins(guard)) + (await wins(secondGuard)),
        (await isTold(guard, secondAccount.email)) + (await isTold(secondGuard, account.email)),
      ])
      .toEqual([1, 1]);
    const winner = (await wins(guard)) === 1 ? account.email : secondAccount.email;
    for (const page of pages) {
      await expect(answersOf(page).threat.getByText(`Acknowledged by ${winner}`)).toBeVisible();
    }
  });

  test('of whom one was faster: what the other has typed stays, and can be kept', async ({
    guard,
    secondGuard,
    secondAccount,
    device,
  }) => {
    await device.reports();
    const [mine, theirs] = [answersOf(guard), answersOf(secondGuard)];
    await Promise.all([mine.opens(), theirs.opens()]);
    await mine.expands();
    await mine.threat.getByRole('button', { name: 'Close alarm' }).click();
    await mine.closing.getByLabel('Note (optional)').fill('Seen at the fence.');
    await theirs.expands();
    await theirs.threat.getByRole('button', { name: 'Close alarm' }).click();
    await theirs.answersWith('Drill', '');
    await expect(guard.getByText('No active threats detected')).toBeVisible();
    await mine.closing.getByRole('radio', { name: 'Real' }).check();
    await mine.closing.getByRole('button', { name: 'Close alarm' }).click();
    await expect(toast(guard, 'Somebody Was Faster', `This alarm was closed by ${secondAccount.email}`)).toBeVisible();
    await expect(mine.closing.getByLabel('Note (optional)')).toHaveValue('Seen at the fence.');
    await mine.closing.getByRole('button', { name: 'Keep as note' }).click();
    await expect(toast(guard, 'Note Added', 'The timeline shows it')).toBeVisible();
    await expect(mine.closing).toHaveCount(0);
    await guard.goto('/incidents/1');
    await expect(guard.getByRole('list', { name: 'Timeline' })).toContainText('Seen at the fence.');
  });
});

test.describe('code that cannot be fetched at first', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch dynamically imported module/] });

  test('is fetched again, and the modal shows who has it', async ({ guard, account, device }) => {
    await guard.route('**/team-parts-*', (route) => route.abort());
    await device.reports();
    await account.calls('POST', '/api/incidents/1/acknowledge', {});
    await guard.goto('/dashboard');
    await guard.getByRole('button', { name: 'Expand Threat' }).click();
    const { threat } = answersOf(guard);
    await expect(threat.getByText('Loading who has it')).toBeVisible();
    await guard.unroute('**/team-parts-*');
    await expect(threat.getByText(`Acknowledged by ${account.email}`)).toBeVisible({ timeout: 20_000 });
  });
});

test.describe('a lost server', () => {
  test.use({ expectedErrors: [/ERR_|Failed to load resource/] });

  test('says at once that an action was not saved, and keeps what was typed', async ({ guard, device, server }) => {
    await device.reports();
    const { opens, expands, threat, closing, answersWith } = answersOf(guard);
    await opens();
    await expands();
    await threat.getByRole('button', { name: 'Close alarm' }).click();
    await server.isKilled();
    await answersWith('Real', 'A man with a rifle.');
    await expect(toast(guard, 'Not Saved', 'Network Error')).toBeVisible();
    await expect(closing.getByLabel('Note (optional)')).toHaveValue('A man with a rifle.');
    await server.starts();
    await closing.getByRole('button', { name: 'Close alarm' }).click();
    await expect(toast(guard, 'Alarm Closed', 'Verdict: Real')).toBeVisible({ timeout: 20_000 });
    await expect(threat.getByText('A man with a rifle.')).toBeVisible();
  });
});
