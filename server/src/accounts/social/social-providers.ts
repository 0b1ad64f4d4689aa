import type { BetterAuthPlugin } from 'better-auth';
import type { SocialProvider } from '../../config.ts';
import { apiError } from '../../http/errors.ts';
import type { Log } from '../../log.ts';
import { isSubject, issuerClaims, subjectOf } from '../identity/issuer-claims.rules.ts';

type Settings = { registration: 'open' | 'closed'; log: Log };

type Social = {
  plugin: BetterAuthPlugin;
  /** Throws SOCIAL_UNAVAILABLE when the issuer's discovery document is missing; the library would continue without it. */
  whenReady: (context: Promise<{ socialProviders: readonly { id: string }[] }>) => Promise<void>;
};

const DISCOVERY_TIMEOUT_MS = 5_000;

/** The library's plugin for one issuer, configured by its discovery document: PKCE, state, nonce, and only verified ID tokens. */
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
    const { promise: tooLong, cancel } = after(DISCOVERY_TIMEOUT_MS);
    const ready = await Promise.race([context.catch(() => null), tooLong]);
    cancel();
    if (ready?.socialProviders.some((known) => known.id === id)) return;
    log.warn({ provider: id, issuer }, 'a sign-in provider does not answer');
    throw apiError('SOCIAL_UNAVAILABLE', `${name} does not answer; please try again in a moment`);
  }
  return { plugin: withVerifiedClaims(plugin), whenReady };
}

/**
 * The library accepts a sign-in without an ID token and any claims. This requires an ID token, the same subject in
 * token and user info, and valid claims.
 */
function withVerifiedClaims(plugin: Oauth): BetterAuthPlugin {
  return {
    ...plugin,
    async init(context) {
      const { context: found } = await plugin.init(context);
      return { context: { ...found, socialProviders: found.socialProviders.map(verifyClaims) } };
    },
  };
}

type Oauth = ReturnType<typeof import('better-auth/plugins/generic-oauth').genericOAuth>;
type Provider = Awaited<ReturnType<Oauth['init']>>['context']['socialProviders'][number];

function verifyClaims(provider: Provider): Provider {
  return {
    ...provider,
    async getUserInfo(tokens) {
      if (tokens.idToken === undefined) return null;
      // Verifies the ID token.
      const userInfo = await provider.getUserInfo(tokens);
      const { sub: subject } = (userInfo?.data ?? {}) as { sub?: unknown };
      if (userInfo === null || !isSubject(subject) || subject !== subjectOf(tokens.idToken)) return null;
      return { ...userInfo, user: { ...userInfo.user, ...issuerClaims(userInfo.user) } };
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
