import type { Role } from '@vedette/contract/roles';

export type CurrentUser = {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string | null;
  photoURL: string | null;
  providerData: readonly { providerId: string }[];
  /** Absent without TEAM. */
  role?: Role;
  /** Absent unless the role must have a second factor that the user does not have: the server answers nothing else. */
  lacksSecondFactor?: boolean;
};

export function isSameUser(one: CurrentUser | null, other: CurrentUser | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Two letters for the avatar. */
export function initials({ displayName, email }: Pick<CurrentUser, 'displayName' | 'email'>): string {
  const words = (displayName ?? email.split('@')[0] ?? '').split(/[\s._+-]+/).filter(Boolean);
  const [first = '', second] = words;
  return (second ? `${first.charAt(0)}${second.charAt(0)}` : first.slice(0, 2)).toUpperCase();
}
