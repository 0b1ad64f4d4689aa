import type { Role } from '@vedette/contract/roles';
import type { Generated } from 'kysely';

/** better-auth's tables, named and typed as that library expects them. */
export type AuthUserTable = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean | number;
  image: string | null;
  role: Generated<Role>;
  /** Milliseconds since the epoch; null while the person may come in. */
  suspendedAt: Generated<number | null>;
  /** Milliseconds since the epoch; ID tokens of earlier sign-ins begin no session. */
  signedOutAt: Generated<number | null>;
  /** Whether the account has a second factor: an authenticator app that was confirmed, or a passkey. */
  twoFactorEnabled: Generated<boolean | number>;
  createdAt: string | Date;
  updatedAt: string | Date;
};

export type AuthSessionTable = {
  id: string;
  token: string;
  userId: string;
  expiresAt: string | Date;
  createdAt: string | Date;
  updatedAt: string | Date;
  ipAddress: string | null;
  userAgent: string | null;
};

export type AuthAccountTable = {
  id: string;
  userId: string;
  providerId: string;
  accountId: string;
  password: string | null;
  createdAt: string | Date;
  updatedAt: string | Date;
};

export type AuthVerificationTable = {
  id: string;
  identifier: string;
  value: string;
  expiresAt: string | Date;
  createdAt: string | Date;
  updatedAt: string | Date;
};
