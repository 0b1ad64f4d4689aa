import type { Generated } from 'kysely';

/** The identity library's table of authenticator apps, with the names and types that it expects. */
export type AuthTwoFactorTable = {
  id: string;
  userId: string;
  /** Encrypted as by the library, like the recovery codes. */
  secret: string;
  /** Empty until the app is confirmed. */
  backupCodes: string;
  /** False until the first code was entered. */
  verified: boolean | number;
  failedVerificationCount: Generated<number>;
  lockedUntil: string | Date | null;
  /** The time step of the newest code that was accepted: it and older ones are not accepted again. */
  lastUsedStep: number | null;
};

/** The identity library's table of passkeys, and when each was last used. */
export type AuthPasskeyTable = {
  id: string;
  userId: string;
  name: string | null;
  publicKey: string;
  credentialID: string;
  counter: number;
  deviceType: string;
  backedUp: boolean | number;
  transports: string | null;
  createdAt: string | Date | null;
  aaguid: string | null;
  /** Milliseconds since the epoch. */
  lastUsedAt: number | null;
};
