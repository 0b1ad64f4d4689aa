import { PASSWORD_MAX, PASSWORD_MIN } from '@vedette/contract/limits';
import type { BetterAuthOptions } from 'better-auth/minimal';
import { isConnectionLost } from '../../db/connection-lost.ts';
import type { Log } from '../../log.ts';
import { type AccountMails, RESET_LINK_SECONDS, VERIFICATION_LINK_SECONDS } from '../account-mails.ts';
import type { CredentialLimits } from '../limits/credential-limits.ts';
import { COOKIE_PREFIX, SESSION_SECONDS } from '../sessions/session-cookie.ts';
import { POPUP_PATH } from '../social/popup-page.ts';

export type IdentitySettings = {
  secret: string;
  log: Log;
  mails: AccountMails;
  /** After a password was set by a mailed link: the other links of this account end. */
  forgetResets: (userId: string) => Promise<void>;
  limits: Pick<CredentialLimits, 'afterProof'>;
};

/** The library records this address; every other header could be the client's own invention. */
export const CLIENT_ADDRESS_HEADER = 'x-vedette-client-address';

/** @param origin which of our own addresses links, cookies and redirects are made for */
export function identityOptions(
  { secret, log, mails, forgetResets, limits }: IdentitySettings,
  origin: string,
): BetterAuthOptions {
  return {
    baseURL: origin,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [origin],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mails.passwordReset({ to: user.email, token, origin }),
      onPasswordReset: async ({ user }, request) => {
        await forgetResets(user.id);
        const address = request?.headers.get(CLIENT_ADDRESS_HEADER);
        if (address) await limits.afterProof({ address, account: user.email });
        mails.passwordChanged({ to: user.email });
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: VERIFICATION_LINK_SECONDS,
      sendVerificationEmail: async ({ user, token }) => mails.verification({ to: user.email, token, origin }),
    },
    // No copy of the session in a cookie: a revoked one must be out at once.
    session: { modelName: 'auth_session', expiresIn: SESSION_SECONDS, cookieCache: { enabled: false } },
    user: { modelName: 'auth_user' },
    account: {
      modelName: 'auth_account',
      encryptOAuthTokens: true,
      storeStateStrategy: 'database',
      // Whoever signed up with somebody else's address must not be handed the owner's social sign-in.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    // Whoever reads the table, or a backup of it, gets no link that lets him in.
    verification: { modelName: 'auth_verification', storeIdentifier: 'hashed' },
    // What is no refusal but a fault leaves through our own door.
    onAPIError: { errorURL: `${origin}${POPUP_PATH}`, throw: true },
    // Our own limits stand before it, by account and by the address that we believe.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Said outright, because the library turns both off by itself under NODE_ENV=test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    logger: {
      level: 'warn',
      // It calls a wrong password an error too; what comes with an exception is one, unless a visitor made it up.
      log: (_level, message, ...details) => {
        const err = details.find((detail) => detail instanceof Error);
        if (err !== undefined && !isVisitorsMistake(err) && !isConnectionLost(err))
          log.error({ err }, `identity: ${message}`);
      },
    },
  };
}

/** A social sign-in that came back too late, twice, or to another browser. */
function isVisitorsMistake(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('state_');
}
