import { alertSettings, changeAlertSettings } from './alert-settings.ts';

/** `unavailable`: this browser has none, or allows them on https only. */
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
  // The browser drops it when the permission was withdrawn.
  if (!('Notification' in window)) return;
  try {
    // One tag, so that the newest replaces the one before. Silent: the alarm is the sound.
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
    // Phones show no notifications of a page.
  }
}
