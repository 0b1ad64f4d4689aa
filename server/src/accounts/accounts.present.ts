import type { AccountUser, SessionAnswer } from '@vedette/contract/account';

/** What the identity library answers; only the fields named here leave the server. */
export type LibraryUser = { id: string; email: string; emailVerified: boolean; name: string; image?: string | null };
export type LibrarySession = { session: { id: string; createdAt: string; expiresAt: string }; user: LibraryUser };

export function presentUser({ id, email, emailVerified, name, image }: LibraryUser): AccountUser {
  return { id, email, emailVerified, name, image: image ?? null };
}

export function presentSession(found: LibrarySession | null): SessionAnswer {
  if (found === null) return null;
  const { id, createdAt, expiresAt } = found.session;
  return { session: { id, createdAt, expiresAt }, user: presentUser(found.user) };
}
