import { call } from '@vedette/demo/api';
import { DEMO_EMAIL_DOMAIN } from '@vedette/demo/guard-account';
import type { ChildServer } from '../child-server.ts';
import type { Caller, FuzzRequest } from './requests.ts';

export type Sessions = {
  /** What a caller sends to be known; `number` decides the address that the request seems to come from. */
  headersOf: (request: FuzzRequest, number: number) => Promise<Record<string, string>>;
  /** After a 401: whoever ended its own session or account gets another one. */
  refused: (request: FuzzRequest) => Promise<void>;
};

/** Requests to the routes of accounts come from an account of their own: they end sessions and accounts. */
const ACCOUNT_ROUTES = '/api/auth/';

export function openSessions(server: ChildServer, newcomer: { password: string }): Sessions {
  const { url, guard, device } = server;
  let made = 0;
  let sacrificed = signUp();

  async function signUp(): Promise<string> {
    made += 1;
    const headers = { origin: guard.origin, 'content-type': 'application/json', 'x-forwarded-for': address(made) };
    const body = JSON.stringify({ email: `sacrificed-${made}@${DEMO_EMAIL_DOMAIN}`, ...newcomer });
    const answer = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body });
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    if (!answer.ok) throw new Error(`A sign-up was answered ${answer.status}: ${await answer.text()}`);
    return cookies.join('; ');
  }

  const credentials: Record<Caller, (path: string) => Promise<Record<string, string>>> = {
    visitor: async () => ({}),
    stranger: async () => ({ cookie: 'vedette.session_token=forged.signature', authorization: 'Bearer vdk_forged' }),
    device: async () => ({ authorization: `Bearer ${device.key}` }),
    guard: async (path) => ({ cookie: path.startsWith(ACCOUNT_ROUTES) ? await sacrificed : guard.cookie }),
  };

  return {
    headersOf: async ({ path, caller, headers }, number) => ({
      origin: guard.origin,
      'x-forwarded-for': address(number),
      ...(await credentials[caller](path)),
      ...headers,
    }),
    refused: async ({ path, caller, headers }) => {
      if (caller !== 'guard' || !path.startsWith(ACCOUNT_ROUTES) || headers.cookie !== undefined) return;
      const held = await sacrificed;
      const alive = await call({ ...guard, cookie: held }, { method: 'GET', path: '/api/devices' }).then(
        () => true,
        () => false,
      );
      // Several requests may be refused for one session: the first of them renews it.
      if (!alive && (await sacrificed) === held) sacrificed = signUp();
    },
  };
}

/** An address of its own for each request: what limits an address stays out of the way of what lies behind. */
function address(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
