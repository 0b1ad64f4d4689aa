import { AsyncLocalStorage } from 'node:async_hooks';
import type { SocialProvider } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { VERIFICATION_LINK_SECONDS } from '../account-mails.ts';
import { socialPlugin } from '../social/social-providers.ts';
import { auditedAdapter } from './audited-adapter.ts';
import { databaseLosses } from './database-losses.ts';
import { CLIENT_ADDRESS_HEADER, type IdentitySettings, identityOptions } from './identity-options.ts';
import { type AsyncContext, disableIdleContexts } from './idle-async-contexts.ts';
import { secondFactorPlugins } from './second-factor-plugins.ts';

/** The narrow interface to better-auth. */
export type Identity = {
  /**
   * Handles a web Request. The request's origin is one of the server's own; the library answers for that one. Rejects
   * with the database's own error when the database was lost, whatever the library answered.
   * @param provider the social sign-in that the request is about. Throws SOCIAL_UNAVAILABLE while its issuer does not
   *   answer.
   */
  handle: (request: Request, provider?: SocialProvider) => Promise<Response>;
  hashPassword: (password: string) => Promise<string>;
  /** The token of a mailed link, which proves that its reader owns the address. */
  verificationToken: (email: string) => Promise<string>;
};

type Settings = IdentitySettings & {
  registration: 'open' | 'closed';
  /** Whether people can have a second factor. */
  secondFactor: boolean;
};
type Handler = { handler: (request: Request) => Promise<Response> };

/** Loads the library on the first call, because that takes 200 ms and 30 MB. */
export function lazyIdentity(settings: Settings, { kysely, dialect }: Database): Identity {
  const losses = databaseLosses();
  const addresses = new AsyncLocalStorage<string | null>();
  let loading: ReturnType<typeof load> | undefined;
  const library = () => {
    loading ??= load([losses.context, addresses]);
    return loading;
  };
  // One per own origin and social sign-in.
  const instances = new Map<string, Promise<Handler>>();

  async function open(origin: string, provider: SocialProvider | undefined): Promise<Handler> {
    const { betterAuth, kyselyAdapter, addressTaken } = await library();
    const secondFactor = settings.secondFactor ? await secondFactorPlugins() : NO_SECOND_FACTOR;
    // Without transactions: the library would hash passwords inside them, and SQLite has one writer at a time.
    const adapterOn = (on: typeof kysely) => kyselyAdapter(on, { type: dialect, transaction: false });
    const adapter = (given: Parameters<ReturnType<typeof adapterOn>>[0]) =>
      auditedAdapter(adapterOn(kysely)(given), {
        ...{ kysely, isChallenge: secondFactor.isChallenge, address: () => addresses.getStore() ?? null },
        inTransaction: (transaction) => adapterOn(transaction)(given),
      });
    // The library checks an address before it inserts it, so that two concurrent sign-ups can pass the check.
    const database = losses.wrap(adapter, (error) => (isUniqueViolation(error) ? addressTaken() : error));
    const { plugins } = secondFactor;
    const options = { ...identityOptions(settings, origin), database, plugins };
    if (provider === undefined) return betterAuth(options);
    const { plugin, whenReady } = await socialPlugin(provider, settings);
    const auth = betterAuth({ ...options, plugins: [...plugins, plugin] });
    await whenReady(auth.$context);
    return auth;
  }

  function instance(origin: string, provider: SocialProvider | undefined): Promise<Handler> {
    const key = `${origin} ${provider?.id ?? ''}`;
    const known = instances.get(key);
    if (known !== undefined) return known;
    const opening = open(origin, provider);
    instances.set(key, opening);
    // The next call tries again, in case the issuer was down.
    opening.catch(() => instances.delete(key));
    return opening;
  }

  return {
    async handle(request, provider) {
      const { inContexts } = await library();
      return inContexts(async () => {
        const { handler } = await instance(new URL(request.url).origin, provider);
        const address = request.headers.get(CLIENT_ADDRESS_HEADER);
        return losses.run(() => addresses.run(address, () => handler(request)));
      });
    },
    hashPassword: async (password) => (await library()).hashPassword(password),
    verificationToken: async (email) =>
      (await library()).createEmailVerificationToken(settings.secret, email, undefined, VERIFICATION_LINK_SECONDS),
  };
}

const NO_SECOND_FACTOR = { plugins: [], isChallenge: () => false };

async function load(ownContexts: readonly AsyncContext[]) {
  const [{ betterAuth }, { kyselyAdapter }, { hashPassword }, { createEmailVerificationToken }, errors, contexts] =
    await Promise.all([
      import('better-auth/minimal'),
      import('@better-auth/kysely-adapter'),
      import('better-auth/crypto'),
      import('better-auth/api'),
      import('@better-auth/core/error'),
      import('@better-auth/core/context'),
    ]);
  const inContexts = disableIdleContexts([
    ...ownContexts,
    await contexts.getRequestStateAsyncLocalStorage(),
    await contexts.getCurrentDBAdapterAsyncLocalStorage(),
    await contexts.getCurrentAuthContextAsyncLocalStorage(),
  ]);
  const addressTaken = () =>
    errors.APIError.from('UNPROCESSABLE_ENTITY', errors.BASE_ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL);
  return { betterAuth, kyselyAdapter, hashPassword, createEmailVerificationToken, addressTaken, inContexts };
}
