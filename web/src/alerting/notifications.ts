import { alertSettings, changeAlertSettings } from './alert-settings.ts';

/** `unavailable`: the browser does not support notifications, or allows them only on https. */
export type NotificationAnswer = 'on' | 'refused' | 'unavailable';

export async function enableNotifications(): Promise<NotificationAnswer> {
  if (!('Notification' in window) || !window.isSecureContext) return 'unavailable';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return 'refused';
  changeAlertSettings({ notifications: true });
  return 'on';
}

export function disableNotifications() {
  changeAlertSettings({ notifications: false });
}

type Notice = { title: string; body: string; onOpen: () => void };

/** Notifies only while the page is hidden and notifications are enabled. */
export function notifyWhenHidden({ title, body, onOpen }: Notice) {
  if (!document.hidden || !alertSettings().notifications) return;
  // Without the permission, the browser ignores the notification.
  if (!('Notification' in window)) return;
  try {
    // With the same tag, the newest notification replaces the previous one. It is silent, because the alarm sounds.
    const options: NotificationOptions & { renotify: boolean } = {
      body,
      icon: '/icon-192.png',
      tag: 'vedette-threat',
      renotify: true,
      silent: true,
    };
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
      onOpen();
    };
  } catch {
    // Browsers on phones do not allow pages to create notifications.
  }
}
