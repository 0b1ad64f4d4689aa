import type { Detection } from '@vedette/contract/detection';

const hoursAndMinutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** 16:59 */
export function formatMinute(at: number): string {
  return hoursAndMinutes.format(at);
}

/** 16:59:38 */
export function formatClock(at: number): string {
  return clock.format(at);
}

/** Fri 20 Nov */
export function formatDay(at: number): string {
  return day.format(at).replace(',', '');
}

/** 20 Nov */
export function formatDate(at: number): string {
  return dayAndMonth.format(at);
}

/** @param percent 0–100; at most one decimal is shown */
export function formatConfidence(percent: number): string {
  return `${Math.round(percent * 10) / 10}%`;
}

/** @param ms how old something is */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

export function describePlace({ location }: Pick<Detection, 'location'>): string {
  return location ?? 'Unknown';
}

/** A weapon type as people read it: it begins with a capital. The data keeps its spelling. */
export function describeWeapon({ weapon_type }: Pick<Detection, 'weapon_type'>): string {
  return capitalized(weapon_type);
}

export function capitalized(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
