import { answersOf } from '../../fixtures/answers.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';
import { wholeBrowser } from '../../fixtures/whole-browser.ts';

test.use({ ...wholeBrowser, settings: { TEAM: 'true' } });

test('by keyboard alone from a card to the closed alarm, and left again', async ({ guard, device }) => {
  await device.reports();
  await device.reports({ weapon_type: 'Pistol' });
  await device.reports({ weapon_type: 'Knife', threat_level: 8 });
  const { opens, card, closing } = answersOf(guard);
  const { keyboard } = guard;
  await opens();
  await expect(card).toHaveCount(3);
  const expandOf = (weapon: string) => card.filter({ hasText: weapon }).getByRole('button', { name: 'Expand Threat' });
  await keyboard.press('j');
  await keyboard.press('j');
  await expect(expandOf('Pistol')).toBeFocused();
  await keyboard.press('a');
  await expect(card.filter({ hasText: 'Pistol' })).toContainText('Acknowledged by');
  await expect(expandOf('Pistol')).toBeFocused();

  await keyboard.press('c');
  await expect(closing.getByRole('radio', { name: 'Real' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(closing).toHaveCount(0);
  await expect(expandOf('Pistol')).toBeFocused();

  await keyboard.press('n');
  await expect(guard.getByRole('dialog', { name: 'Add Note' }).getByLabel('Note')).toBeFocused();
  // A letter is a letter where somebody types.
  await keyboard.type('can');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(toast(guard, 'Note Added', 'The timeline shows it')).toBeVisible();
  await expect(expandOf('Pistol')).toBeFocused();

  await keyboard.press('c');
  await expect(closing.getByRole('radio', { name: 'Real' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(closing.getByRole('radio', { name: 'False alarm' })).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.type('A phone.');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(toast(guard, 'Alarm Closed', 'Verdict: False alarm')).toBeVisible();
  // On to the next one.
  await expect(expandOf('Rifle')).toBeFocused();
  await keyboard.press('j');
  await expect(card).toHaveCount(2);

  await keyboard.press('z');
  await expect(toast(guard, 'Undone', 'The incident is as it was before')).toBeVisible();
  await expect(card).toHaveCount(3);
  await expect(card.filter({ hasText: 'Pistol' })).toContainText('Acknowledged by');
});

test('the same keys work in the modal', async ({ guard, device }) => {
  for (const weapon_type of ['Pistol', 'rifle']) await device.reports({ weapon_type });
  const { opens, card, threat, closing } = answersOf(guard);
  const { keyboard } = guard;
  await opens();
  await expect(card).toHaveCount(2);
  await keyboard.press('j');
  await keyboard.press('Enter');
  await expect(threat.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();
  await keyboard.press('a');
  await expect(threat.getByText(/^Acknowledged by/)).toBeVisible();
  await expect(guard.getByRole('button', { name: 'Undo' })).toBeVisible();
  await keyboard.press('z');
  await expect(threat.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();
  await keyboard.press('n');
  const note = guard.getByRole('dialog', { name: 'Add Note' });
  await expect(note.getByLabel('Note')).toBeFocused();
  await keyboard.type('canz');
  // The arrows move in the text, not from threat to threat.
  await keyboard.press('ArrowLeft');
  await keyboard.press('Backspace');
  await expect(note.getByLabel('Note')).toHaveValue('caz');
  await expect(guard.getByText('Detection ID: 2')).toBeVisible();
  await keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await expect(threat).toBeVisible();
  await keyboard.press('c');
  await expect(closing.getByRole('radio', { name: 'Real' })).toBeFocused();
  await keyboard.press('Space');
  await expect(closing.getByRole('radio', { name: 'Real' })).toBeChecked();
  await keyboard.press('Enter');
  await expect(threat.getByText('Verdict: Real')).toBeVisible();
  await expect(threat.getByRole('region', { name: 'Answer' })).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(guard.getByText('Detection ID: 1')).toBeVisible();
  await keyboard.press('Escape');
  await expect(threat).toHaveCount(0);
});

test('the list of keys names them, and its switch turns them off', async ({ guard, device }) => {
  await device.reports();
  const { opens, card } = answersOf(guard);
  const { keyboard } = guard;
  await opens();
  await keyboard.press('?');
  const list = guard.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const text of ['Acknowledge', 'Close the alarm', 'Write a note', 'Undo, also as Ctrl + Z']) {
    await expect(list.getByText(text, { exact: true })).toBeVisible();
  }
  await list.getByRole('checkbox').click();
  await keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  const expand = card.getByRole('button', { name: 'Expand Threat' });
  await expand.focus();
  await keyboard.press('a');
  await keyboard.press('c');
  await keyboard.press('Enter');
  const { threat } = answersOf(guard);
  await threat.getByRole('button', { name: 'Acknowledge', exact: true }).press('Enter');
  await expect(threat.getByText(/^Acknowledged by/)).toBeVisible();
  await expect(guard.getByRole('button', { name: 'Undo' })).toBeVisible();
  await keyboard.press('z');
  await keyboard.press('Control+z');
  await expect(threat.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible();
  await guard.goto('/incidents/1');
  const timeline = guard.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  // Only the button acted.
  await expect(timeline.filter({ hasText: 'Acknowledged' })).toHaveCount(1);
});

test('the notice is announced, and its button is reached by keyboard', async ({ guard, device }) => {
  await device.reports();
  const { opens, card } = answersOf(guard);
  const { keyboard } = guard;
  await opens();
  await expect(card).toHaveCount(1);
  await keyboard.press('j');
  await keyboard.press('a');
  const notices = guard.getByRole('region', { name: /^Notifications/ });
  await expect(notices).toHaveAttribute('aria-live', 'polite');
  const undo = notices.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeVisible();
  await keyboard.press('Alt+t');
  await expect(async () => {
    await keyboard.press('Tab');
    await expect(undo).toBeFocused({ timeout: 100 });
  }).toPass();
  await keyboard.press('Enter');
  await expect(toast(guard, 'Undone', 'The incident is as it was before')).toBeVisible();
  await expect(card).not.toContainText('Acknowledged by');
});
