const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** 20 Nov 2026, 16:59:38 in this browser's zone; text that is no time as it is. */
export function localTime(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : format.format(at);
}
