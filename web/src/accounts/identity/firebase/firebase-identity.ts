import {
  type Auth,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  GoogleAuthProvider,
  onIdTokenChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  type User,
  updateEmail,
  updatePassword,
  verifyPasswordResetCode,
} from '@firebase/auth';
import { PASSWORD_MAX, PASSWORD_MIN } from '@vedette/contract/limits';
import { loadPublicConfig } from '../../../api/public-config.ts';
import { request } from '../../../api/request.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Identity } from '../identity.ts';
import { identityError } from '../identity-error.ts';
import { firebaseAuth, openedAuth } from './firebase-auth.ts';
import { codeOf, isNotAdmitted, translateFirebase } from './firebase-refusals.ts';
import { currentOf, exchange, leave, readSession, recentUser } from './firebase-session.ts';
import { forgetAccount } from './synced-account.ts';

/** Accounts that a Firebase project keeps; the session is the server's, as with its own accounts. */
export const firebaseIdentity: Identity = {
  async current() {
    const [auth, session] = await Promise.all([firebaseAuth(), readSession()]);
    return currentOf(auth, session);
  },

  follow(onChange) {
    let gone = false;
    let stop = () => {};
    void firebaseAuth().then((auth) => {
      if (gone) return;
      let uid = auth.currentUser?.uid;
      stop = onIdTokenChanged(auth, (user) => {
        if (user?.uid === uid) return;
        uid = user?.uid;
        onChange();
      });
    }, noop);
    return () => {
      gone = true;
      stop();
    };
  },

  login: ({ email, password }) =>
    call(async (auth) => exchange((await signInWithEmailAndPassword(auth, email, password)).user)),

  signup: ({ email, password }) =>
    call(async (auth) => {
      checkLength(password);
      await checkAdmission(email);
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      const entered = await enterNew(user);
      await sendEmailVerification(user).catch(noop);
      return entered;
    }),

  async loginWith(provider) {
    if (provider !== 'google') throw identityError('not-configured');
    const auth = openedAuth();
    if (auth === null) throw identityError('provider-unavailable');
    try {
      return await exchange((await signInWithPopup(auth, new GoogleAuthProvider())).user);
    } catch (error) {
      throw translateFirebase(error);
    }
  },

  logout: () => call(leave),

  updateUserEmail: (email) =>
    call(async (auth) => {
      const user = await recentUser(auth);
      await updateEmail(user, email);
      await sendEmailVerification(user).catch(noop);
      return exchange(user);
    }),

  updateUserPassword: (password) =>
    call(async (auth) => {
      const user = await recentUser(auth);
      checkLength(password);
      await updatePassword(user, password);
      await exchange(user, { endOthers: true });
    }),

  deleteAccount: () =>
    call(async (auth) => {
      const user = await recentUser(auth);
      // Fails before anything is deleted when Google does not answer.
      await user.getIdToken(true);
      await request('/auth/delete-user', { method: 'POST', body: {} });
      forgetAccount();
      await deleteUser(user);
    }),

  resetPassword: (email) =>
    call(async (auth) => {
      await sendPasswordResetEmail(auth, email).catch((error: unknown) => {
        // The answer does not reveal whether the account exists.
        if (codeOf(error) !== 'auth/user-not-found') throw error;
      });
    }),

  setNewPassword: ({ token, password }) =>
    call(async (auth) => {
      checkLength(password);
      const email = await verifyPasswordResetCode(auth, token);
      await confirmPasswordReset(auth, token, password);
      // The project ends its own sessions; those of this server end by the new password.
      const { user } = await signInWithEmailAndPassword(auth, email, password);
      await exchange(user, { endOthers: true });
      await leave(auth);
    }),

  sendVerification: () =>
    call(async (auth) => {
      const session = await readSession();
      if (session === null || auth.currentUser === null) throw identityError('no-user');
      await sendEmailVerification(auth.currentUser);
    }),
};

function noop() {}

async function call<T>(run: (auth: Auth) => Promise<T>): Promise<T> {
  try {
    return await run(await firebaseAuth());
  } catch (error) {
    throw translateFirebase(error);
  }
}

/** The project would accept shorter ones. */
function checkLength(password: string): void {
  if (password.length < PASSWORD_MIN) throw identityError('password-too-short');
  if (password.length > PASSWORD_MAX) throw identityError('password-too-long');
}

/** The server refuses these as well, but only after the project has made the account. */
async function checkAdmission(email: string): Promise<void> {
  const config = await loadPublicConfig();
  if (config.registration === 'closed') throw identityError('registration-closed');
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!config.allowed_email_domains.includes(domain)) throw identityError('email-refused');
}

async function enterNew(user: User): Promise<CurrentUser> {
  try {
    return await exchange(user);
  } catch (error) {
    // Otherwise the address would count as taken at the next try. After a fault the server may have the account already.
    if (isNotAdmitted(error)) await deleteUser(user).catch(noop);
    throw error;
  }
}
