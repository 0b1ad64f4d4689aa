const DAYS = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];
const WEEK = 7 * 24 * 60;

/** Minutes since Sunday 0:00; the end may be in the next week. */
export type Span = { from: number; to: number };

/** `mo-fr 08:00-18:00, sa 20:00-04:00`, in the machine's time zone; empty: always. */
export function parseSchedule(text: string): Span[] {
  return text
    .split(',')
    .filter((it) => it.trim() !== '')
    .flatMap((entry) => {
      const match = /^(\w\w)(?:-(\w\w))?\s+(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(entry.trim().toLowerCase());
      const [first, last] = [DAYS.indexOf(match?.[1] ?? ''), DAYS.indexOf(match?.[2] ?? match?.[1] ?? '')];
      const [from, to] = [minutes(match?.[3], match?.[4]), minutes(match?.[5], match?.[6])];
      if (first < 0 || last < 0 || from === null || to === null || from === to) {
        throw new Error(`'${entry.trim()}' is not like mo-fr 08:00-18:00`);
      }
      const days = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => (first + step) % 7);
      const length = to > from ? to - from : to - from + 24 * 60;
      return days.map((day) => ({ from: day * 24 * 60 + from, to: day * 24 * 60 + from + length }));
    });
}

export function isScheduled(spans: readonly Span[], now: Date): boolean {
  const minute = (now.getDay() * 24 + now.getHours()) * 60 + now.getMinutes();
  return (
    spans.length === 0 || spans.some(({ from, to }) => [minute, minute + WEEK].some((it) => it >= from && it < to))
  );
}

function minutes(hour = 'x', minute = 'x'): number | null {
  const [h, m] = [Number(hour), Number(minute)];
  return h <= 24 && m < 60 && h * 60 + m <= 24 * 60 ? h * 60 + m : null;
}
