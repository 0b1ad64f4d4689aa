import type { SignedInAnswer } from '@vedette/contract/account';
import type {
  NewAuthenticatorAnswer,
  PasskeyOptionsAnswer,
  RecoveryCodesAnswer,
  SecondFactorAnswer,
  SecondFactorSignIn,
  WaitingSignInAnswer,
} from '@vedette/contract/second-factor';
import { isRequestError, request } from '../../api/request.ts';
import type { CurrentUser } from '../current-user.ts';
import { presentUser } from '../identity/account-user.ts';
import { translate } from '../identity/embedded-refusals.ts';

const SETTINGS = '/auth/second-factor';

/** What the sign-in that waits in this browser may be finished with. */
export async function waitingMethods() {
  return (await request<WaitingSignInAnswer>('/auth/sign-in/second-factor')).methods;
}

export async function finishSignIn(body: SecondFactorSignIn): Promise<CurrentUser> {
  return signedIn('/auth/sign-in/second-factor', body);
}

/** @param secondFactor whether it finishes the sign-in that waits; otherwise the passkey alone signs in */
export async function signInWithPasskey({ secondFactor }: { secondFactor: boolean }): Promise<CurrentUser> {
  const asked = request<PasskeyOptionsAnswer>('/auth/sign-in/passkey/options', post({ secondFactor }));
  const [{ getPasskey }, { options }] = await Promise.all([import('./web-authn.ts'), asked]);
  return signedIn('/auth/sign-in/passkey', { credential: await getPasskey(options), secondFactor });
}

export function readSecondFactors() {
  return request<SecondFactorAnswer>(SETTINGS);
}

export function beginAuthenticator() {
  return change<NewAuthenticatorAnswer>('/authenticator', post({}));
}

export async function confirmAuthenticator(code: string): Promise<readonly string[]> {
  return (await change<RecoveryCodesAnswer>('/authenticator/confirm', post({ code }))).recovery_codes;
}

export function removeAuthenticator() {
  return change<SecondFactorAnswer>('/authenticator', { method: 'DELETE' });
}

export async function renewRecoveryCodes(): Promise<readonly string[]> {
  return (await change<RecoveryCodesAnswer>('/recovery-codes', post({}))).recovery_codes;
}

export async function addPasskey(name: string) {
  const asked = change<PasskeyOptionsAnswer>('/passkeys/options', post({}));
  const [{ createPasskey }, { options }] = await Promise.all([import('./web-authn.ts'), asked]);
  return change<SecondFactorAnswer>('/passkeys', post({ credential: await createPasskey(options), name }));
}

export function removePasskey(id: string) {
  return change<SecondFactorAnswer>(`/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

function post(body: object) {
  return { method: 'POST' as const, body };
}

async function signedIn(path: string, body: object): Promise<CurrentUser> {
  try {
    return presentUser((await request<SignedInAnswer>(path, post(body))).user);
  } catch (error) {
    // The server's own words say what was wrong with a code.
    const isOwn = isRequestError(error) && error.code.startsWith('SECOND_FACTOR_');
    throw isOwn ? error : translate(error);
  }
}

function change<Answer>(path: string, options: Parameters<typeof request>[1]): Promise<Answer> {
  return request<Answer>(`${SETTINGS}${path}`, options);
}
