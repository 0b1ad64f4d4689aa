import type { BetterAuthOptions } from 'better-auth/minimal';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { COOKIE_PREFIX } from './session-cookie.ts';

/** better-auth's front door: a web Request in, a Response out. */
export type Identity = { handle: (request: Request) => Promise<Response> };

type Settings = {
  /** Requests are built from it, never from the Host header. */
  baseUrl: string;
  secret: string;
  log: Log;
};

/** The library records this address; every other header could be the client's own invention. */
export const CLIENT_ADDRESS_HEADER = 'x-vedette-client-address';

const SESSION_CACHE_SECONDS = 300;

export function identityOptions({ baseUrl, secret, log }: Settings): BetterAuthOptions {
  return {
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [baseUrl],
    emailAndPassword: { enabled: true },
    session: {
      modelName: 'auth_session',
      cookieCache: { enabled: true, maxAge: SESSION_CACHE_SECONDS },
    },
    user: { modelName: 'auth_user' },
    account: { modelName: 'auth_account', encryptOAuthTokens: true },
    verification: { modelName: 'auth_verification' },
    // Our own limits stand before it, by account and by the address that we believe.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: baseUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Said outright, because the library turns both off by itself under NODE_ENV=test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    logger: {
      level: 'warn',
      // It calls a wrong password an error too; what comes with an exception is one.
      log: (_level, message, ...details) => {
        const err = details.find((detail) => detail instanceof Error);
        if (err !== undefined) log.error({ err }, `identity: ${message}`);
      },
    },
  };
}

/** The library takes a fifth of a second and thirty megabytes to load, so nobody waits for it at start-up. */
export function lazyIdentity(settings: Settings, database: Database): Identity {
  let loading: Promise<Identity> | undefined;
  return {
    async handle(request) {
      loading ??= loadIdentity(settings, database);
      return (await loading).handle(request);
    },
  };
}

async function loadIdentity(settings: Settings, { kysely, dialect }: Database): Promise<Identity> {
  const [{ betterAuth }, { kyselyAdapter }] = await Promise.all([
    import('better-auth/minimal'),
    import('@better-auth/kysely-adapter'),
  ]);
  // No transactions: the library would hash passwords inside them, and SQLite has one writer at a time.
  const adapter = kyselyAdapter(kysely, { type: dialect, transaction: false });
  const auth = betterAuth({ ...identityOptions(settings), database: adapter });
  return { handle: (request) => auth.handler(request) };
}
