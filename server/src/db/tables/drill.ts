import type { Generated } from 'kysely';

/** Milliseconds since the epoch. */
type Millis = number;

/** A synthetic report. `missed_at`: when no screen had painted it in time. */
export type DrillTable = {
  id: Generated<number>;
  device_id: string;
  sent_at: Millis;
  painted_at: Millis | null;
  missed_at: Millis | null;
};

/** The devices that have drills by themselves, and when the next one is due. */
export type DrillScheduleTable = {
  device_id: string;
  every_s: number;
  next_at: Millis;
};
