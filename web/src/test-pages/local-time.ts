const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats a time in this browser's time zone: 20 Nov 2026, 16:59:38. Text that is no time is returned unchanged. */
export function localTime(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : format.format(at);
}
