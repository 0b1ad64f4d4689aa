import { type AccountUser, SESSION_FRESH_SECONDS, type SessionAnswer } from '@vedette/contract/account';
import type { AccountRow } from './accounts.store.ts';

export function presentUser(account: AccountRow): AccountUser {
  const { id, email, emailVerified, name, image, providers, role, lacksSecondFactor } = account;
  return {
    id,
    email,
    emailVerified: Boolean(emailVerified),
    name,
    image,
    displayName: name === '' ? null : name,
    photoURL: image,
    ...(role !== undefined && { role }),
    ...(lacksSecondFactor && { lacksSecondFactor }),
    providerData: providers.map((provider) => ({ providerId: provider === 'credential' ? 'password' : provider })),
  };
}

type Session = { id: string; signedInAt: number; expiresAt: number };

export function presentSession(
  { id, signedInAt, expiresAt }: Session,
  { user, now }: { user: AccountUser; now: number },
): SessionAnswer {
  const iso = (ms: number) => new Date(ms).toISOString();
  const freshUntil = signedInAt + SESSION_FRESH_SECONDS * 1_000;
  return {
    session: {
      id,
      createdAt: iso(signedInAt),
      expiresAt: iso(expiresAt),
      freshUntil: iso(freshUntil),
      fresh: now < freshUntil,
    },
    user,
  };
}
