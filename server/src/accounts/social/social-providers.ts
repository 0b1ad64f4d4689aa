import type { BetterAuthPlugin } from 'better-auth';
import type { SocialProvider } from '../../config.ts';
import { apiError } from '../../http/errors.ts';
import type { Log } from '../../log.ts';
import { isSubject, issuerClaims, subjectOf } from '../identity/issuer-claims.rules.ts';

type Settings = { registration: 'open' | 'closed'; log: Log };

type Social = {
  plugin: BetterAuthPlugin;
  /** Throws SOCIAL_UNAVAILABLE when the issuer did not say where its doors are; the library would go on without it. */
  whenReady: (context: Promise<{ socialProviders: readonly { id: string }[] }>) => Promise<void>;
};

const LONGEST_DISCOVERY_MS = 5_000;

/** The library's part for one issuer, found by its discovery document: PKCE, state, nonce, and only verified ID tokens. */
export async function socialPlugin(provider: SocialProvider, { registration, log }: Settings): Promise<Social> {
  const { genericOAuth } = await import('better-auth/plugins/generic-oauth');
  const { id, name, issuer, clientId, clientSecret } = provider;
  const plugin = genericOAuth({
    config: [
      {
        providerId: id,
        name,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        disableSignUp: registration === 'closed',
      },
    ],
  });

  async function whenReady(context: Parameters<Social['whenReady']>[0]): Promise<void> {
    const { promise: tooLong, cancel } = after(LONGEST_DISCOVERY_MS);
    const ready = await Promise.race([context.catch(() => null), tooLong]);
    cancel();
    if (ready?.socialProviders.some((known) => known.id === id)) return;
    log.warn({ provider: id, issuer }, 'a sign-in provider does not answer');
    throw apiError('SOCIAL_UNAVAILABLE', `${name} does not answer; please try again in a moment`);
  }
  return { plugin: doubting(plugin), whenReady };
}

/**
 * The library believes whoever answers for the issuer when there is no ID token, and whatever is said of the person. Here
 * there is nobody without one, nobody but the person it is about, and nothing that is not of its kind.
 */
function doubting(plugin: Oauth): BetterAuthPlugin {
  return {
    ...plugin,
    async init(context) {
      const { context: found } = await plugin.init(context);
      return { context: { ...found, socialProviders: found.socialProviders.map(doubted) } };
    },
  };
}

type Oauth = ReturnType<typeof import('better-auth/plugins/generic-oauth').genericOAuth>;
type Provider = Awaited<ReturnType<Oauth['init']>>['context']['socialProviders'][number];

function doubted(provider: Provider): Provider {
  return {
    ...provider,
    async getUserInfo(tokens) {
      if (tokens.idToken === undefined) return null;
      // It is verified in here.
      const told = await provider.getUserInfo(tokens);
      const { sub: subject } = (told?.data ?? {}) as { sub?: unknown };
      if (told === null || !isSubject(subject) || subject !== subjectOf(tokens.idToken)) return null;
      return { ...told, user: { ...told.user, ...issuerClaims(told.user) } };
    },
  };
}

function after(ms: number): { promise: Promise<null>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}
