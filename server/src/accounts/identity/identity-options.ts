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
  /** Called after a password was set by a mailed link; deletes the other links of the account. */
  forgetResets: (userId: string) => Promise<void>;
  limits: Pick<CredentialLimits, 'afterOwnerProof'>;
};

/** The library records this address. Other headers could be forged by the client. */
export const CLIENT_ADDRESS_HEADER = 'x-vedette-client-address';

/** @param origin the server's own origin that links, cookies and redirects use */
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
        if (address) await limits.afterOwnerProof({ address, account: user.email });
        mails.passwordChanged({ to: user.email });
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: VERIFICATION_LINK_SECONDS,
      sendVerificationEmail: async ({ user, token }) => mails.verification({ to: user.email, token, origin }),
    },
    // The session is not copied into a cookie, so that a revoked one ends at once.
    session: { modelName: 'auth_session', expiresIn: SESSION_SECONDS, cookieCache: { enabled: false } },
    user: { modelName: 'auth_user' },
    account: {
      modelName: 'auth_account',
      encryptOAuthTokens: true,
      storeStateStrategy: 'database',
      // An account that was made with somebody else's address must not be linked with the owner's social sign-in.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    // Hashed, so that reading the table or a backup of it reveals no valid link.
    verification: { modelName: 'auth_verification', storeIdentifier: 'hashed' },
    // Errors that are no refusals are handled by the server's own error handler.
    onAPIError: { errorURL: `${origin}${POPUP_PATH}`, throw: true },
    // The server has its own limits, by account and by the client address that it trusts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Set explicitly, because the library turns both checks off under NODE_ENV=test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    logger: {
      level: 'warn',
      // The library also logs a wrong password as an error. Only exceptions are logged, except those that a visitor causes.
      log: (_level, message, ...details) => {
        const err = details.find((detail) => detail instanceof Error);
        if (err !== undefined && !isCausedByVisitor(err, message) && !isConnectionLost(err))
          log.error({ err }, `identity: ${message}`);
      },
    },
  };
}

/** A social sign-in that returned too late, twice, or to another browser; a passkey's answer that is wrong. */
function isCausedByVisitor(error: Error, message: string): boolean {
  if (message === 'Failed to verify registration' || message === 'Failed to verify authentication') return true;
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('state_');
}
