// Shows push messages while no page is open. It fetches and caches nothing.

self.addEventListener('push', (event) => {
  const { title, body, link, key } = event.data.json();
  // A message that comes twice has the same key, and replaces itself.
  const options = { body, tag: key, data: { link }, icon: '/icon-192.png', requireInteraction: true };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.link));
});

/** In a page of the site that is open, else in a new one. */
async function openPage(link) {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (page === undefined || new URL(link).origin !== self.location.origin) return self.clients.openWindow(link);
  const focused = await page.focus();
  // Only pages that this worker controls can be led elsewhere.
  return focused.navigate(link).catch(() => self.clients.openWindow(link));
}
