import type { DoneAnswer, PushKeyAnswer } from '@vedette/contract/delivery';
import { request } from '../api/request.ts';

const WORKER = '/push-worker.js';

/** `unavailable`: this browser has no push messages, or allows them only on https. */
export type PushState = 'on' | 'off' | 'refused' | 'unavailable';

export async function pushState(): Promise<PushState> {
  if (!('PushManager' in window) || !('serviceWorker' in navigator) || !window.isSecureContext) return 'unavailable';
  if (Notification.permission === 'denied') return 'refused';
  return (await subscription()) === null ? 'off' : 'on';
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Must be called in a click handler, because browsers ask for the permission only there. */
export async function receivePush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const { public_key } = await request<PushKeyAnswer>('/push/key');
  const subscribed = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  });
  await request<DoneAnswer>('/push/subscription', { method: 'PUT', body: subscribed.toJSON() });
  return 'on';
}

export async function endPush(): Promise<PushState> {
  const subscribed = await subscription();
  if (subscribed === null) return 'off';
  await request<DoneAnswer>('/push/subscription', { method: 'DELETE', body: { endpoint: subscribed.endpoint } });
  await subscribed.unsubscribe();
  return 'off';
}
