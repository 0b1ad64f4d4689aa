import type { AnswerFigures } from '@vedette/contract/handover';

type Spread = AnswerFigures['shifts'][number]['seen_to_acknowledged'];

/** 12 s (9 in 10 within 48 s); a dash when nothing was answered. */
export function describeDuration(spread: Spread): string {
  return spread === null ? '–' : `${duration(spread.median_s)} (9 in 10 within ${duration(spread.p90_s)})`;
}

/** 0.8 s, 48 s, 3 min 20 s, 2 h 5 min */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** 06:00 to 07:00 */
export function hourName(hour: number): string {
  return `${twoDigits(hour)}:00 to ${twoDigits((hour + 1) % 24)}:00`;
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
