import type { Person, PersonSession } from '@vedette/contract/person';
import type { AuthSessionTable } from '../../db/tables/account.ts';
import type { PersonRow } from './people.store.ts';

const iso = (time: string | Date | number) => new Date(time).toISOString();

export function presentPerson(person: PersonRow): Person {
  const { id, email, emailVerified, name, role, createdAt, suspendedAt, twoFactorEnabled } = person;
  return {
    ...{ id, email, role },
    email_verified: Boolean(emailVerified),
    name: name === '' ? null : name,
    since: iso(createdAt),
    suspended_at: suspendedAt === null ? null : iso(suspendedAt),
    second_factor: Boolean(twoFactorEnabled),
  };
}

/** @param currentSession the id of the session of the request */
export function presentPersonSession(
  { id, createdAt, updatedAt, expiresAt, ipAddress, userAgent }: AuthSessionTable,
  currentSession: string,
): PersonSession {
  return {
    id,
    signed_in_at: iso(createdAt),
    used_at: iso(updatedAt),
    expires_at: iso(expiresAt),
    address: ipAddress || null,
    user_agent: userAgent || null,
    current: id === currentSession,
  };
}
