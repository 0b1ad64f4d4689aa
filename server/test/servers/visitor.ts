import type { LightMyRequestResponse } from 'fastify';
import { TEST_ORIGIN, type TestApp } from './build-test-app.ts';

/** A browser at the server, which keeps cookies. */
export type Visitor = {
  /** Requests a path below /api. */
  post: (path: string, body?: object, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** Requests an address of the server, or a path. */
  get: (url: string) => Promise<LightMyRequestResponse>;
  cookies: () => string[];
  /** The current Cookie header. */
  cookieHeader: () => string;
};

export const PASSWORD = 'correct horse battery';

export function aVisitor(
  { api }: Pick<TestApp, 'api'>,
  { origin = TEST_ORIGIN, address = '192.0.2.7' }: { origin?: string; address?: string } = {},
): Visitor {
  const jar = new Map<string, string>();
  const { host } = new URL(origin);
  const keep = (answer: LightMyRequestResponse) => {
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
  const headers = () => {
    const cookie = cookieHeader();
    return { host, ...(cookie === '' ? {} : { cookie }) };
  };
  return {
    post: async (path, body = {}, more = {}) =>
      keep(
        await api.inject({
          method: 'POST',
          url: `/api${path}`,
          payload: body,
          headers: { origin, ...headers(), ...more },
          remoteAddress: address,
        }),
      ),
    get: async (url) => keep(await api.inject({ url, headers: headers(), remoteAddress: address })),
    cookies: () => [...jar.keys()],
    cookieHeader,
  };
}

/** Signs up a new account, which is then signed in. */
export async function signedUp(app: Pick<TestApp, 'api'>, email = 'ana@gmail.com'): Promise<Visitor> {
  const visitor = aVisitor(app);
  const { statusCode, body } = await visitor.post('/auth/sign-up/email', { email, password: PASSWORD });
  if (statusCode !== 200) throw new Error(`sign-up answered ${statusCode} ${body}`);
  return visitor;
}

/** The signed-in user in the form that the page gets. */
export async function sessionOf(visitor: Visitor) {
  return (await visitor.get('/api/auth/get-session')).json();
}
