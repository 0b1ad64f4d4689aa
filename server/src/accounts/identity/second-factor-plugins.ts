import { PRODUCT } from '@vedette/contract/public-config';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';

/** Where the library asks for the second factor of a person who has one. */
const CHALLENGING_PATHS = ['/sign-in/email', '/callback/:id'];
const CHALLENGE_SECONDS = 600;
/** Named by the library: the cookie of a sign-in that waits for its second factor. */
const CHALLENGE_COOKIE = 'two_factor';

export type SecondFactorPlugins = {
  plugins: BetterAuthPlugin[];
  /** Whether the running call of the library asks people for their second factor. */
  isChallenge: () => boolean;
};

/** The library's plugins for authenticator apps and passkeys, which verify; `second-factor.store.ts` sets them up. */
export async function secondFactorPlugins(): Promise<SecondFactorPlugins> {
  const [{ twoFactor }, { passkey }, { expireCookie }, { APIError }, { createAuthEndpoint }, contexts] =
    await Promise.all([
      import('better-auth/plugins/two-factor'),
      import('@better-auth/passkey'),
      import('better-auth/cookies'),
      import('@better-auth/core/error'),
      import('@better-auth/core/api'),
      import('@better-auth/core/context'),
    ]);

  /** The sign-in of this browser that waits for its second factor. */
  async function waitingSignIn(context: GenericEndpointContext) {
    const cookie = context.context.createAuthCookie(CHALLENGE_COOKIE);
    const identifier = await context.getSignedCookie(cookie.name, context.context.secret);
    if (!identifier) return null;
    const { internalAdapter } = context.context;
    const value = await internalAdapter.findVerificationValue(identifier);
    if (!value) return null;
    const finish = async () => {
      expireCookie(context, cookie);
      return (await internalAdapter.consumeVerificationValue(identifier)) !== null;
    };
    return { userId: value.value, finish };
  }

  const app = twoFactor({
    twoFactorCookieMaxAge: CHALLENGE_SECONDS,
    schema: { twoFactor: { modelName: 'auth_two_factor' } },
  });
  const challenges = app.hooks.after.map(({ handler }) => ({
    matcher: ({ path }: { path?: string }) => path !== undefined && CHALLENGING_PATHS.includes(path),
    // A social sign-in still ends on the page of its window.
    handler: (async (context: { path?: string }) => {
      const answer = await (handler as unknown as Handler)(context);
      return context.path === '/callback/:id' ? { ...answer, response: undefined } : answer;
    }) as unknown as typeof handler,
  }));

  const passkeys = passkey({
    rpName: PRODUCT,
    schema: { passkey: { modelName: 'auth_passkey' } },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authentication: {
      // After a password it proves that its owner is there; alone it must also have verified who that is.
      async afterVerification({ ctx, verification, clientData }) {
        const where = [{ field: 'credentialID', value: clientData.id }];
        const known = await ctx.context.adapter.findOne<{ userId: string }>({ model: 'passkey', where });
        const waiting = await waitingSignIn(ctx);
        const proved =
          waiting === null
            ? verification.authenticationInfo.userVerified
            : waiting.userId === known?.userId && (await waiting.finish());
        if (!proved) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED', message: 'Not accepted' });
      },
    },
  });

  const waiting: BetterAuthPlugin = {
    id: 'waiting-sign-in',
    endpoints: {
      waitingSignIn: createAuthEndpoint('/two-factor/waiting', { method: 'GET' }, async (context) =>
        context.json({ userId: (await waitingSignIn(context))?.userId ?? null }),
      ),
    },
  };

  return {
    plugins: [{ ...app, hooks: { after: challenges } }, passkeys, waiting],
    isChallenge: () => CHALLENGING_PATHS.includes(contexts.tryGetCurrentAuthEndpointContext()?.path ?? ''),
  };
}

type Handler = (context: object) => Promise<{ response?: unknown; headers?: Headers }>;
