/** Milliseconds since the epoch. */
type Millis = number;

/** A person's token for scripts. */
export type ApiTokenTable = {
  id: string;
  user_id: string;
  name: string;
  scope: 'read' | 'write';
  /** SHA-256 of the secret, hex. */
  hash: string;
  created_at: Millis;
  expires_at: Millis;
  last_used_at: Millis | null;
};
