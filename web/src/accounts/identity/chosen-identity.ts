import type { SessionAnswer } from '@vedette/contract/account';
import { IDENTITY_HEADER } from '@vedette/contract/limits';
import { request } from '../../api/request.ts';
import type { CurrentUser } from '../current-user.ts';
import { presentUser } from './account-user.ts';
import { embeddedIdentity } from './embedded-identity.ts';
import type { Identity } from './identity.ts';

let chosen: Identity | null = null;
let tellChosen: (identity: Identity) => void = () => {};
const whenChosen = new Promise<Identity>((resolve) => {
  tellChosen = resolve;
});

/** The adapter that the server's first answer names. The other one's code is never downloaded. */
export const chosenIdentity: Identity = {
  current: () => chosen?.current() ?? choose(),
  follow(onChange) {
    let gone = false;
    let stop = () => {};
    void whenChosen.then((identity) => {
      if (!gone) stop = identity.follow(onChange);
    });
    return () => {
      gone = true;
      stop();
    };
  },
  login: (credentials) => port().login(credentials),
  signup: (credentials) => port().signup(credentials),
  loginWith: (provider) => port().loginWith(provider),
  logout: () => port().logout(),
  updateUserEmail: (email) => port().updateUserEmail(email),
  updateUserPassword: (password) => port().updateUserPassword(password),
  deleteAccount: () => port().deleteAccount(),
  resetPassword: (email) => port().resetPassword(email),
  setNewPassword: (change) => port().setNewPassword(change),
  sendVerification: () => port().sendVerification(),
};

/** Pages are shown only after the choice. */
function port(): Identity {
  return chosen ?? embeddedIdentity;
}

async function choose(): Promise<CurrentUser | null> {
  let adapter: string | null = null;
  const onHeaders = (headers: Headers) => {
    adapter = headers.get(IDENTITY_HEADER);
  };
  const session = await request<SessionAnswer>('/auth/get-session', { onHeaders });
  const isFirebase = adapter !== null;
  const identity = isFirebase ? (await import('./firebase/firebase-identity.ts')).firebaseIdentity : embeddedIdentity;
  chosen = identity;
  tellChosen(identity);
  return isFirebase ? identity.current() : session && presentUser(session.user);
}
