import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { TEST_ORIGIN } from '../servers/build-test-app.ts';

export type Person = { sub: string; email?: string; email_verified?: boolean; name?: string; picture?: string };

export const CLIENT = { clientId: 'vedette', clientSecret: 'a secret between the two of us' };

type Manners = {
  /** The person at the browser; null: the person presses Cancel. */
  person: Person | null;
  /** Sends a strict opener policy, which separates a popup from the window that opened it. */
  openerPolicy?: boolean;
  /** Changes the responses of the token and user-info endpoints, to simulate a faulty issuer. */
  tokens?: (answer: Record<string, unknown>) => Record<string, unknown>;
  userinfo?: (answer: Record<string, unknown>) => Record<string, unknown>;
  port?: number;
};

/** A real OpenID provider on this machine that signs in without interaction. It accepts no code without PKCE. */
export async function openIdProvider(manners: Manners): Promise<{ issuer: string; manners: Manners }> {
  let handle = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(503).end();
  const server = createServer((request, response) => {
    if (manners.openerPolicy) response.setHeader('cross-origin-opener-policy', 'same-origin');
    handle(request, response);
  });
  server.listen(manners.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await makeProvider(issuer, manners);
  const callback = provider.callback();

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person } = manners;
    const outcome =
      person === null
        ? { error: 'access_denied', error_description: 'Cancelled <by hand>' }
        : { login: { accountId: person.sub } };
    await provider.interactionFinished(request, response, outcome, { mergeWithLastSubmission: false });
  }
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void signIn(request, response);
    else void callback(request, response);
  };
  return { issuer, manners };
}

async function makeProvider(issuer: string, manners: Manners) {
  // The library prints warnings about its runtime, development keys and defaults.
  const silence = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')].map((spy) => spy.mockReturnValue());
  const { default: Provider } = await import('oidc-provider');
  const origins = [TEST_ORIGIN, 'http://127.0.0.1:8080'];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: ['google', 'oidc'].flatMap((id) => origins.map((origin) => `${origin}/api/auth/callback/${id}`)),
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    cookies: { keys: ['a key for tests'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...manners.person, sub }) }),
    // Skips the consent screen.
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const clientId = oidc.client?.clientId;
      if (accountId === undefined || clientId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ accountId, clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const { route } = context.oidc ?? {};
    const change = route === 'token' ? manners.tokens : route === 'userinfo' ? manners.userinfo : undefined;
    if (change !== undefined) context.body = change(context.body as Record<string, unknown>);
  });
  for (const spy of silence) spy.mockRestore();
  return provider;
}

/** Follows the redirects of a popup through the provider. @returns the callback address of our server */
export async function throughProvider(url: string): Promise<string> {
  const jar = new Map<string, string>();
  let at = url;
  for (;;) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    await answer.arrayBuffer();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${at} answered ${answer.status} and leads nowhere`);
    const next = new URL(location, at);
    if (next.origin !== new URL(url).origin) return next.href;
    at = next.href;
  }
}
