import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

const words = {
  Name: 'Ada Ben-David',
  Email: 'ada@port.example',
  Message: 'Which cameras do you know?\nWe have twelve.',
};

test('a visitor sends a message, and the form is emptied', async ({ page }) => {
  await page.goto('/contact');
  await expect(page).toHaveTitle('Contact · Vedette');
  for (const name of ['Name', 'Email', 'Message']) {
    await expect(field(page, name)).toHaveAttribute('required', '');
  }
  await expect(page.getByRole('region', { name: 'Contact Information' }).getByRole('link').first()).toHaveAttribute(
    'href',
    'mailto:security@vedette.example',
  );
  await write(page);
  await expect(toast(page, 'Message sent', 'Thank you. We will answer by mail.')).toBeVisible();
  for (const name of ['Name', 'Email', 'Message']) await expect(field(page, name)).toHaveValue('');
});

test('a message with an empty field is not sent', async ({ page }) => {
  await page.goto('/contact');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) sent += 1;
  });
  await write(page, { ...words, Message: '' });
  await expect(field(page, 'Message')).toBeFocused();
  expect(sent).toBe(0);
});

test.describe('a field that the server refuses', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('is marked, and the text is kept', async ({ page }) => {
    await page.goto('/contact');
    await write(page, { ...words, Message: '   ' });
    await expect(toast(page, 'Message not sent', 'Write a message of up to 5000 characters')).toBeVisible();
    await expect(field(page, 'Message')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Message')).toHaveAccessibleDescription('Write a message of up to 5000 characters');
    await expect(field(page, 'Message')).toBeFocused();
    await expect(field(page, 'Name')).toHaveValue(words.Name);
  });

  test('has an error message of its own', async ({ page }) => {
    await page.goto('/contact');
    await write(page, { ...words, Name: '   ' });
    await expect(field(page, 'Name')).toHaveAccessibleDescription('Enter your name, in up to 100 characters');
    await write(page, { ...words, Email: 'ada@port' });
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter the address that we answer to, in full');
    await expect(page.getByText(/must (NOT|match)/)).toHaveCount(0);
  });
});

test.describe('too many messages', () => {
  test.use({ expectedErrors: [/status of 429/] });

  test('are refused with the reason, and the text is kept', async ({ page, request }) => {
    await page.goto('/contact');
    const origin = new URL(page.url()).origin;
    const data = { name: 'Ada', email: 'ada@port.example', message: 'Hello' };
    while ((await request.post('/api/contact', { data, headers: { origin } })).status() === 201);
    await write(page);
    await expect(toast(page, 'Message not sent', 'Too many messages; please wait a moment')).toBeVisible();
    await expect(field(page, 'Message')).toHaveValue(words.Message);
  });
});

test.describe('without a server', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED/] });

  test('the message stays in the form until it can be sent', async ({ page, server }) => {
    await page.goto('/contact');
    await page.waitForLoadState('networkidle');
    await page.route('**/api/contact', (route) => route.abort('connectionrefused'));
    await write(page);
    await expect(toast(page, 'Message not sent', 'Network Error')).toBeVisible();
    for (const [name, value] of Object.entries(words)) await expect(field(page, name)).toHaveValue(value);

    await page.unroute('**/api/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(toast(page, 'Message sent', 'Thank you. We will answer by mail.')).toBeVisible();
    expect(server.log()).not.toContain('"level":50');
  });
});

test('the form can be filled in and sent by keyboard', async ({ page }) => {
  await page.goto('/contact');
  await field(page, 'Name').focus();
  for (const value of Object.values(words)) {
    await page.keyboard.insertText(value);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Message sent', 'Thank you. We will answer by mail.')).toBeVisible();
});

function field(page: Page, name: string) {
  return page.getByLabel(name, { exact: true });
}

async function write(page: Page, values: Record<string, string> = words) {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
  await page.getByRole('button', { name: 'Send Message' }).click();
}
