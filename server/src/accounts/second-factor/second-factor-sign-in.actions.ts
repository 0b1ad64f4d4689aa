import type { SecondFactorMethod } from '@vedette/contract/second-factor';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '../../http/errors.ts';
import type { AccountStore } from '../accounts.store.ts';
import type { CallIdentity } from '../identity/identity-call.ts';
import type { CredentialLimits } from '../limits/credential-limits.ts';
import { signedInId } from '../signed-in-answer.ts';
import type { AuthenticatorCodes } from './authenticator-codes.ts';
import { normalizedRecoveryCode } from './second-factor.rules.ts';
import type { SecondFactorStore } from './second-factor.store.ts';

type At = { request: FastifyRequest; reply: FastifyReply };
/** What the browser returned for a passkey. */
type Credential = { id: string };

/** Each `with…` begins the session and returns the account's id. It throws SECOND_FACTOR_WRONG, SECOND_FACTOR_EXPIRED, RATE_LIMITED. */
export type SecondFactorSignIn = {
  /** What the browser's waiting sign-in may be finished with; empty when none is waiting. */
  methods: (at: At) => Promise<SecondFactorMethod[]>;
  withCode: (code: string, at: At) => Promise<string>;
  withRecoveryCode: (code: string, at: At) => Promise<string>;
  withPasskey: (credential: Credential, at: At) => Promise<string>;
  /** The passkey alone, which has verified its owner. */
  withPasskeyAlone: (credential: Credential, at: At) => Promise<string>;
  passkeyOptions: (at: At) => Promise<object>;
  passkeyOptionsAlone: (at: At) => Promise<object>;
};

type Parts = {
  store: SecondFactorStore;
  codes: AuthenticatorCodes;
  accounts: Pick<AccountStore, 'find' | 'noteFailedSignIn'>;
  callIdentity: CallIdentity;
  limits: Pick<CredentialLimits, 'beforeSignIn' | 'afterSignIn' | 'afterOwnerProof'>;
  now: () => number;
};

/** A session that the browser still has must not decide whose code is verified. */
const SESSION = 'session_token';
const WAITING = 'two_factor';
/** How long the library refuses codes after ten wrong ones in a row. */
const LOCKED_SECONDS = 900;

export function secondFactorSignIn(parts: Parts): SecondFactorSignIn {
  const { store, codes, accounts, callIdentity, limits, now } = parts;

  async function waitingPerson(at: At): Promise<{ id: string; email: string } | null> {
    // Visitors without such a cookie do not make the server load the library.
    if (!at.request.headers.cookie?.includes(`.${WAITING}=`)) return null;
    const answer = await callIdentity({ path: '/two-factor/waiting', method: 'GET' }, at);
    const { userId } = (answer.ok ? answer.body : { userId: null }) as { userId: string | null };
    return userId === null ? null : ((await accounts.find(userId)) ?? null);
  }

  async function requireWaiting(at: At) {
    const person = await waitingPerson(at);
    if (person === null) throw expired();
    return person;
  }

  async function requireApp(at: At) {
    const person = await requireWaiting(at);
    const { authenticator } = await store.find(person.id);
    if (authenticator !== null) await codes.checkReadable(authenticator.secret);
    return { ...person, authenticator };
  }

  type Verification = { email: string; verify: () => ReturnType<CallIdentity> };

  /** Every attempt counts as wrong until it proves right, as that with a password does. */
  async function attempt({ email, verify }: Verification, at: At): Promise<string> {
    const { ip: address } = at.request;
    await limits.beforeSignIn({ address, account: email });
    const answer = await verify();
    if (!answer.ok) {
      await accounts.noteFailedSignIn({ email, address, reason: answer.refusal.code });
      throw refusal(answer.refusal.code);
    }
    await limits.afterSignIn({ address, account: email });
    return signedInId(answer.body);
  }

  const verifyPasskey = (credential: Credential, at: At, without: readonly string[]) => {
    const body = { response: credential };
    return callIdentity({ path: '/passkey/verify-authentication', body, without }, at);
  };

  async function optionsFor(at: At): Promise<object> {
    const path = '/passkey/generate-authenticate-options';
    const answer = await callIdentity({ path, method: 'GET', without: [SESSION] }, at);
    if (!answer.ok) throw apiError('UNAVAILABLE', 'Passkeys are not available; please try again');
    return answer.body as object;
  }

  return {
    async methods(at) {
      const person = await waitingPerson(at);
      if (person === null) return [];
      const { authenticator, passkeys } = await store.find(person.id);
      return [
        ...(authenticator === null ? [] : ['authenticator' as const]),
        ...(passkeys.length === 0 ? [] : ['passkey' as const]),
      ];
    },

    async withCode(code, at) {
      const { id, email, authenticator } = await requireApp(at);
      const verify = async (): ReturnType<CallIdentity> => {
        if (authenticator === null) return refused('NO_AUTHENTICATOR');
        const step = await codes.stepOf(code, authenticator.secret);
        // The library accepts a code again while it is valid.
        if (step !== null && !(await store.useStep(id, step))) return refused('CODE_USED_BEFORE');
        return callIdentity({ path: '/two-factor/verify-totp', body: { code }, without: [SESSION] }, at);
      };
      return attempt({ email, verify }, at);
    },

    async withRecoveryCode(typed, at) {
      const { email, authenticator } = await requireApp(at);
      const verify = async (): ReturnType<CallIdentity> => {
        if (authenticator === null) return refused('NO_AUTHENTICATOR');
        const body = { code: normalizedRecoveryCode(typed) };
        return callIdentity({ path: '/two-factor/verify-backup-code', body, without: [SESSION] }, at);
      };
      return attempt({ email, verify }, at);
    },

    async withPasskey(credential, at) {
      const { email } = await requireWaiting(at);
      const id = await attempt({ email, verify: () => verifyPasskey(credential, at, [SESSION]) }, at);
      await store.notePasskeyUse(credential.id, now());
      return id;
    },

    async withPasskeyAlone(credential, at) {
      const { ip: address } = at.request;
      const email = await store.ownerOf(credential.id);
      const answer = await verifyPasskey(credential, at, [SESSION, WAITING]);
      if (!answer.ok) {
        const reason = answer.refusal.code;
        if (email !== undefined) await accounts.noteFailedSignIn({ email, address, reason });
        throw refusal(reason);
      }
      if (email !== undefined) await limits.afterOwnerProof({ address, account: email });
      await store.notePasskeyUse(credential.id, now());
      return signedInId(answer.body);
    },

    async passkeyOptions(at) {
      const { id } = await requireWaiting(at);
      const { passkeys } = await store.find(id);
      const allowCredentials = passkeys.map(({ credentialID }) => ({ id: credentialID, type: 'public-key' }));
      return { ...(await optionsFor(at)), allowCredentials };
    },

    passkeyOptionsAlone: async (at) => ({ ...(await optionsFor(at)), userVerification: 'required' }),
  };
}

function refused(code: string) {
  return { ok: false as const, refusal: { status: 401, code, message: '' } };
}

function expired() {
  return apiError('SECOND_FACTOR_EXPIRED', 'The sign-in took too long, or too many codes were wrong: begin again');
}

function refusal(code: string) {
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED')
    return apiError('RATE_LIMITED', 'Too many wrong codes', { retryAfterSeconds: LOCKED_SECONDS });
  if (code === 'CODE_USED_BEFORE')
    return apiError('SECOND_FACTOR_WRONG', 'This code was used before: wait for the next one', { field: 'code' });
  const isOver = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', 'CHALLENGE_NOT_FOUND'];
  return isOver.includes(code) ? expired() : apiError('SECOND_FACTOR_WRONG', 'This was not accepted');
}
