import { ID_TOKEN_MAX_AGE_SECONDS } from '@vedette/contract/limits';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose';
import type { FirebaseSettings } from '../../firebase-settings.ts';
import { apiError } from '../../http/errors.ts';
import { isSubject, issuerClaims } from '../identity/issuer-claims.rules.ts';

/** The account that a valid ID token names. */
export type FirebaseAccount = {
  uid: string;
  email: string;
  emailVerified: boolean;
  name: string;
  image: string | null;
  /** `password`, or the id of a social sign-in. */
  signInProvider: string;
  /** Milliseconds since the epoch. */
  signedInAt: number;
  expiresAt: number;
};

/** Throws ID_TOKEN_INVALID, SOCIAL_UNAVAILABLE. */
export type VerifyIdToken = (idToken: string) => Promise<FirebaseAccount>;

/** Google's clock may be this far ahead of the server's. */
const CLOCK_TOLERANCE_S = 60;

type Parts = { settings: FirebaseSettings; keys: JWTVerifyGetKey; now: () => number };

export function idTokenVerifier({ settings: { projectId, emulator }, keys, now }: Parts): VerifyIdToken {
  async function payloadOf(idToken: string): Promise<JWTPayload> {
    const expected = {
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: ID_TOKEN_MAX_AGE_SECONDS,
      currentDate: new Date(now()),
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    };
    if (emulator !== undefined) return UnsecuredJWT.decode(idToken, expected).payload;
    return (await jwtVerify(idToken, keys, { ...expected, algorithms: ['RS256'] })).payload;
  }

  return async (idToken) => {
    const payload = await payloadOf(idToken).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) throw invalid(error.message);
      throw error;
    });
    return accountIn(payload, now());
  };
}

function accountIn(payload: JWTPayload, now: number): FirebaseAccount {
  const { sub, exp = 0, auth_time: authTime, email_verified: emailVerified, picture, firebase } = payload;
  if (!isSubject(sub)) throw invalid('it names no account');
  if (typeof authTime !== 'number' || authTime * 1_000 > now + CLOCK_TOLERANCE_S * 1_000) {
    throw invalid('its sign-in is in the future');
  }
  const { email, name, image, ...claims } = issuerClaims({
    email: payload.email,
    emailVerified,
    name: payload.name,
    image: picture,
  });
  if (email === undefined) throw apiError('BAD_REQUEST', 'The account has no mail address');
  const { sign_in_provider: provider } = (firebase ?? {}) as { sign_in_provider?: unknown };
  return {
    uid: sub,
    email: email.toLowerCase(),
    emailVerified: claims.emailVerified,
    name,
    image: image ?? null,
    signInProvider: typeof provider === 'string' ? provider : '',
    signedInAt: Math.min(authTime * 1_000, now),
    expiresAt: exp * 1_000,
  };
}

function invalid(why: string) {
  return apiError('ID_TOKEN_INVALID', `The ID token is not valid: ${why}`);
}
