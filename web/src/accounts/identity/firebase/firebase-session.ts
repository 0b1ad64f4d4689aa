import { type Auth, signOut, type User } from '@firebase/auth';
import type { AccountUser, SessionAnswer, SignedInAnswer } from '@vedette/contract/account';
import { ID_TOKEN_MAX_AGE_SECONDS } from '@vedette/contract/limits';
import { request } from '../../../api/request.ts';
import type { CurrentUser } from '../../current-user.ts';
import { presentUser } from '../account-user.ts';
import { identityError } from '../identity-error.ts';
import { isRefusedForGood } from './firebase-refusals.ts';
import { forgetAccount, isSignedIn, isSyncDue, noteSync } from './synced-account.ts';

/** A minute less than the server accepts. */
const TOKEN_AGE_MAX_MS = (ID_TOKEN_MAX_AGE_SECONDS - 60) * 1_000;

/** Exchanges an ID token of the account for a session, or extends it. */
export async function exchange(user: User, { endOthers = false } = {}): Promise<CurrentUser> {
  const { issuedAtTime } = await user.getIdTokenResult();
  const idToken = await user.getIdToken(Date.now() - Date.parse(issuedAtTime) > TOKEN_AGE_MAX_MS);
  const body = { idToken, ...(endOthers && { endOthers }) };
  const { user: account } = await request<SignedInAnswer>('/auth/firebase/session', { method: 'POST', body });
  noteSync(user.uid);
  return present(account, user);
}

export function readSession(): Promise<SessionAnswer> {
  return request<SessionAnswer>('/auth/get-session');
}

/** The user of the session, which is extended or begun again by the account that the SDK remembers. */
export async function currentOf(auth: Auth, session: SessionAnswer): Promise<CurrentUser | null> {
  const user = auth.currentUser;
  if (user === null || !isSignedIn(user.uid)) return session && presentUser(session.user);
  if (session !== null && !isSyncDue()) return present(session.user, user);
  try {
    return await exchange(user);
  } catch (error) {
    if (isRefusedForGood(error)) {
      await leave(auth);
      return null;
    }
    // Guards keep their screen while Google or this server fails, until their last token expires.
    if (session !== null) return present(session.user, user);
    throw error;
  }
}

/** Ends the session here and in the SDK. */
export async function leave(auth: Auth): Promise<void> {
  await request('/auth/sign-out', { method: 'POST', body: {} });
  forgetAccount();
  await signOut(auth);
}

/** The signed-in account. Rejects as Firebase does when the sign-in was too long ago. */
export async function recentUser(auth: Auth): Promise<User> {
  const session = await readSession();
  const user = auth.currentUser;
  if (session === null || user === null) throw identityError('no-user');
  if (!session.session.fresh) throw identityError('requires-recent-login');
  return user;
}

/** Only the SDK knows all ways in which the account can sign in. */
function present(account: AccountUser, { providerData }: User): CurrentUser {
  const ids = providerData.map(({ providerId }) => (providerId === 'google.com' ? 'google' : providerId));
  return { ...presentUser(account), providerData: ids.map((providerId) => ({ providerId })) };
}
