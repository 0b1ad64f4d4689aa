/** Milliseconds since the epoch. */
type Millis = number;

/** At most one row. */
export type ClearRequestTable = {
  only_one: 1;
  /** Of who asked for it. */
  user_id: string;
  email: string;
  requested_at: Millis;
  expires_at: Millis;
};
