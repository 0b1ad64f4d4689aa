import type { SessionAnswer, SignedInAnswer } from '@vedette/contract/account';
import type { SecondFactorNeeded } from '@vedette/contract/second-factor';
import type { SocialSignInAnswer } from '@vedette/contract/social';
import { knownPublicConfig } from '../../api/public-config.ts';
import { request } from '../../api/request.ts';
import type { CurrentUser } from '../current-user.ts';
import { presentUser } from './account-user.ts';
import { translate } from './embedded-refusals.ts';
import type { Identity } from './identity.ts';
import { type IdentityReason, identityError } from './identity-error.ts';
import { followPopups, openPopup } from './social-popup.ts';

/** The server's own accounts; the session is an HttpOnly cookie. */
export const embeddedIdentity: Identity = {
  current,
  follow: followPopups,

  login: (credentials) => enter('sign-in/email', credentials, { BAD_REQUEST: 'wrong-credentials' }),

  // The form asks for the full name and, as specified, does not send it.
  signup: (credentials) =>
    enter('sign-up/email', credentials, {
      BAD_REQUEST: 'email-refused',
      VALIDATION_ERROR: 'email-invalid',
      FORBIDDEN: 'registration-closed',
    }),

  async loginWith(provider) {
    // Opens no window for a sign-in that is not configured.
    const social = knownPublicConfig()?.social;
    if (social && !social.some(({ id }) => id === provider)) throw identityError('not-configured');
    try {
      // Opened before the first await, because browsers open windows only inside a click handler.
      const popup = openPopup();
      const { signInByPopup } = await import('./popup-sign-in.ts').catch(() => {
        popup.close();
        throw identityError('unreachable');
      });
      await signInByPopup(popup, async (flow) => {
        const { url } = await post<SocialSignInAnswer>('sign-in/social', { provider, flow });
        return url;
      });
      const user = await current();
      if (user) return user;
    } catch (error) {
      throw translate(error);
    }
    throw translate(undefined);
  },

  logout: () => call('sign-out', {}),
  updateUserEmail: (newEmail) => enter('change-email', { newEmail }, { BAD_REQUEST: 'email-invalid' }),
  updateUserPassword: (newPassword) => call('change-password', { newPassword }),
  deleteAccount: () => call('delete-user', {}),
  resetPassword: (email) => call('request-password-reset', { email }, { BAD_REQUEST: 'email-invalid' }),
  setNewPassword: ({ token, password }) =>
    call('reset-password', { token, newPassword: password }, { BAD_REQUEST: 'link-invalid' }),
  sendVerification: () => call('send-verification-email', {}),
};

type FormRefusal = { [code: string]: IdentityReason };

async function current(): Promise<CurrentUser | null> {
  const answer = await request<SessionAnswer>('/auth/get-session');
  return answer ? presentUser(answer.user) : null;
}

async function enter(path: string, body: object, formRefusal: FormRefusal): Promise<CurrentUser> {
  const answer = await post<SignedInAnswer | SecondFactorNeeded>(path, body).catch((error: unknown) => {
    throw translate(error, formRefusal);
  });
  if ('secondFactor' in answer) throw identityError('second-factor');
  return presentUser(answer.user);
}

async function call(path: string, body: object, formRefusal?: FormRefusal): Promise<void> {
  await post(path, body).catch((error: unknown) => {
    throw translate(error, formRefusal);
  });
}

function post<T>(path: string, body: object): Promise<T> {
  return request<T>(`/auth/${path}`, { method: 'POST', body });
}
