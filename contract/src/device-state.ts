/** In the order of precedence. */
export const DEVICE_STATES = ['offline', 'blind', 'clock-wrong', 'outbox-growing', 'online'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

const OFFLINE_AFTER_MS = 90_000;
const BLIND_AFTER_MS = 15_000;
const CLOCK_WRONG_FROM_MS = 30_000;
const OUTBOX_OLD_AFTER_MS = 60_000;

/** The parts of a heartbeat that determine the state; times in milliseconds. */
export type JudgedHeartbeat = {
  receivedAt: number;
  sentAt: number;
  lastFrameAge: number | null;
  outbox: { waiting: number; oldestAge: number | null };
};

/** @param heartbeat the last one; null: none was received, as from a device that only reports, which is never offline */
export function deviceState(heartbeat: JudgedHeartbeat | null, now: number): DeviceState | null {
  if (heartbeat === null) return null;
  const { receivedAt, sentAt, lastFrameAge, outbox } = heartbeat;
  if (now - receivedAt >= OFFLINE_AFTER_MS) return 'offline';
  if (lastFrameAge === null || lastFrameAge > BLIND_AFTER_MS) return 'blind';
  if (Math.abs(receivedAt - sentAt) > CLOCK_WRONG_FROM_MS) return 'clock-wrong';
  if (outbox.waiting > 0 && (outbox.oldestAge ?? 0) > OUTBOX_OLD_AFTER_MS) return 'outbox-growing';
  return 'online';
}

/** Whether this camera delivers no pictures to its device. */
export function isUnwatched(state: DeviceState | null): state is 'offline' | 'blind' {
  return state === 'offline' || state === 'blind';
}
