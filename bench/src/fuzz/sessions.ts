import { call } from '@vedette/demo/api';
import { DEMO_EMAIL_DOMAIN } from '@vedette/demo/guard-account';
import type { ChildServer } from '../servers/child-server.ts';
import type { Caller, FuzzRequest } from './requests.ts';

export type Sessions = {
  /** The headers of a caller; `number` selects the client address of the request. */
  headersOf: (request: FuzzRequest, number: number) => Promise<Record<string, string>>;
  /** Renews a session after a 401, because a request may have ended its own session or account. */
  refused: (request: FuzzRequest) => Promise<void>;
};

/** Requests to the routes of accounts use a separate account, because they end sessions and accounts. */
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
      // Several requests may be refused for one session; the first of them renews it.
      if (!alive && (await sacrificed) === held) sacrificed = signUp();
    },
  };
}

/** Gives each request its own address, so that limits per address do not hide the code behind them. */
function address(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
