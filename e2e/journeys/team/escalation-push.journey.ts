import { expect, test } from '../../fixtures/test.ts';
import { wholeBrowser } from '../../fixtures/whole-browser.ts';

test.use({ ...wholeBrowser, settings: { TEAM: 'true' }, permissions: ['notifications'] });

test('a push message becomes a notification, and twice the same one', async ({ guard: page, server }) => {
  await page.goto('/escalation');
  await expect(page.getByText('This browser does not receive push messages yet.')).toBeVisible();
  // The push service of a browser is its maker's: what it would deliver is given to the worker here.
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js');
    await navigator.serviceWorker.ready;
  });
  const message = { title: 'Alarm: Knife at Pier', body: 'Level 9', link: `${server.url}/incidents/1`, key: 'k1' };
  const pushed = { origin: server.url, registrationId: await registered, data: JSON.stringify(message) };
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/push-worker.js');
      return (await registration?.getNotifications())?.map(({ title, body, data }) => [title, body, data.link]);
    });
  for (let time = 0; time < 2; time += 1) {
    await browser.send('ServiceWorker.deliverPushMessage', pushed);
    await expect.poll(shown).toEqual([[message.title, message.body, message.link]]);
  }
});
