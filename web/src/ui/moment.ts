const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** In this browser's zone: 16:59 for today, 20 Nov, 16:59 for other days. */
export function momentOf(iso: string): string {
  const at = new Date(iso);
  const minute = time.format(at);
  return at.toDateString() === new Date().toDateString() ? minute : `${day.format(at)}, ${minute}`;
}

/** In this browser's zone: 20 Nov 2026, 16:59:38 */
export function formatTime(iso: string): string {
  return dateAndTime.format(new Date(iso));
}
