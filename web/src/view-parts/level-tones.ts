/** The four colours that the specification grades by. */
export type Grade = 'red' | 'orange' | 'yellow' | 'green';

/** The grade of the threat level badge in the system metrics. */
export function gradeMetricsLevel(level: number): Grade {
  if (level >= 7) return 'red';
  return level >= 5 ? 'orange' : 'green';
}

/** The grade of a threat level everywhere except in the system metrics: in cards, lists, the modal and on the wall. */
export function gradeThreatLevel(level: number): Grade {
  if (level >= 9) return 'red';
  if (level >= 7) return 'orange';
  return level >= 5 ? 'yellow' : 'green';
}

/** The grade of a usage of processor, graphics, memory or disk. @param percent 0–100 */
export function gradeUsage(percent: number): Grade {
  if (percent > 80) return 'red';
  if (percent > 60) return 'orange';
  return percent > 40 ? 'yellow' : 'green';
}

/** The badge colour of a grade. */
export const toneOf = { red: 'danger', orange: 'threat', yellow: 'caution', green: 'calm' } as const;

/** The text colour of a grade that is shown without a badge. */
export const inkOf = {
  red: 'text-danger-ink',
  orange: 'text-threat-ink',
  yellow: 'text-caution-ink',
  green: 'text-calm-ink',
} as const;
