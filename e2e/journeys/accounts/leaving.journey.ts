import type { Page } from '@playwright/test';
import { choosesInMenu, presses } from '../../fixtures/account-forms.ts';
import { holdsBack } from '../../fixtures/held-back.ts';
import { expect, test } from '../../fixtures/test.ts';
import { toast } from '../../fixtures/toast.ts';

// The server may end the stream before the page knows the reason.
test.use({ expectedErrors: [/status of 401.*\/api\/detections\/stream/] });

const HOME = '**/home-page-*.js';
const ways = [
  {
    way: 'logging out',
    call: '**/api/auth/sign-out',
    said: 'Successfully logged out',
    leaves: (guard: Page) => choosesInMenu(guard, 'Logout'),
  },
  {
    way: 'deleting the account',
    call: '**/api/auth/delete-user',
    said: 'Your account has been permanently deleted',
    leaves: async (guard: Page) => {
      await presses(guard, 'Delete Account');
      await presses(guard.getByRole('alertdialog'), 'Delete Account');
    },
  },
];

for (const { way, call, said, leaves } of ways) {
  test(`${way} leads to the home page, also when the session ends before the response and the home page loads slowly`, async ({
    guard,
  }) => {
    const letHome = await holdsBack(guard, HOME);
    await guard.goto('/profile');
    await expect(guard.getByRole('heading', { name: 'Profile' })).toBeVisible();
    const sessionEnded = guard.waitForResponse(
      async (answer) => answer.url().includes('/api/auth/get-session') && (await answer.json()) === null,
    );
    await guard.route(call, async (route) => {
      const response = await route.fetch();
      await sessionEnded;
      await route.fulfill({ response });
    });
    const seen: string[] = [];
    guard.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
    await leaves(guard);
    await expect(toast(guard, 'Success', said)).toBeVisible();
    await expect(guard.getByRole('heading', { level: 1 })).toHaveCount(0);
    letHome();
    await expect(guard.getByRole('region', { name: 'Key Features' })).toBeVisible();
    expect(seen).toEqual(['/']);
  });
}

test('Back while the home page loads leads to the login', async ({ guard }) => {
  const letHome = await holdsBack(guard, HOME);
  await guard.goto('/devices');
  await guard.goto('/profile');
  await choosesInMenu(guard, 'Logout');
  await expect(guard.getByRole('heading', { name: 'Profile' })).toHaveCount(0);
  await guard.goBack();
  await expect(guard).toHaveURL('/login');
  letHome();
  await expect(guard.getByRole('dialog')).toBeVisible();
});
