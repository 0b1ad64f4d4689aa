import type { AccountUser } from '@vedette/contract/account';
import type { CurrentUser } from '../current-user.ts';

export function presentUser({
  id,
  email,
  emailVerified,
  displayName,
  photoURL,
  providerData,
  role,
}: AccountUser): CurrentUser {
  return { uid: id, email, emailVerified, displayName, photoURL, providerData, ...(role && { role }) };
}
