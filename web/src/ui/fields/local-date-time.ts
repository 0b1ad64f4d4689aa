/** A local day, 2026-11-20, and a local time of day, 16:59; '' for what is not chosen. */
export type LocalParts = { day: string; time: string };

export function isTimeOfDay(text: string): boolean {
  return /^([01]?\d|2[0-3]):[0-5]\d$/.test(text);
}

/** @param iso ISO 8601; undefined for no time */
export function localParts(iso: string | undefined): LocalParts {
  if (iso === undefined) return { day: '', time: '' };
  const at = new Date(iso);
  const [day = '', time = ''] = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().split('T');
  return { day, time: time.slice(0, 5) };
}

/** @returns ISO 8601, '' while the day or the time is missing or wrong */
export function toIso({ day, time }: LocalParts): string {
  if (day === '' || !isTimeOfDay(time)) return '';
  const at = new Date(`${day}T${time.padStart(5, '0')}`);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
