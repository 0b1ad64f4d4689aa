import type { Role } from '@vedette/contract/roles';

/** Milliseconds since the epoch. */
type Millis = number;

/** An invitation that nobody has accepted. */
export type InvitationTable = {
  id: string;
  /** Lower case. */
  email: string;
  role: Role;
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  /** The mail address of who invited, or 'console'. */
  invited_by: string;
  /** Null for the console. When the account ends or may no longer invite, so does the invitation. */
  invited_by_id: string | null;
  created_at: Millis;
  expires_at: Millis;
};
