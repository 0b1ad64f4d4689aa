import { type Action, may, type Role, TOKENLESS_ACTIONS } from '@vedette/contract/roles';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Api } from '../api.ts';
import { apiError } from '../errors.ts';

export type CurrentUser = {
  id: string;
  email: string;
  /** The display name, else the mail address. */
  shownName: string;
  sessionId: string;
  /** Milliseconds since the epoch. */
  signedInAt: number;
  /** Undefined without TEAM: there are no roles. */
  role: Role | undefined;
  /** The role must have a second factor, and the user has none yet. API tokens go on. */
  lacksSecondFactor?: boolean;
  /** The API token that acts for the user; absent: the user's own session. */
  token?: { id: string; name: string; scope: 'read' | 'write' };
};

/** The device whose key authenticated the request. */
export type CallingDevice = { id: string; name: string; location: string | null };

type WhoIsCalling = {
  /** By session or API token. Throws 401 for a wrong token and 429 after many. */
  readCaller: (request: FastifyRequest) => Promise<CurrentUser | null>;
  /** Throws 401 without a valid key and 429 over the device's rate. */
  authenticateDevice: (request: FastifyRequest) => Promise<CallingDevice>;
  refuseForeignOrigin: (request: FastifyRequest) => void;
};

/**
 * Checks who may call before parameters and body are read, on every route. The server does not start with a route that
 * does not say who may call it.
 */
export function closeByDefault(api: Api, who: WhoIsCalling): void {
  api.decorateRequest('user', null);
  api.decorateRequest('device', null);
  const routes: RouteOptions[] = [];
  api.addHook('onRoute', (route) => void routes.push(route));
  api.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if ((config?.access === undefined) !== (config?.action === undefined)) continue;
      throw new Error(`The route ${method} ${url} must have either an access or an action`);
    }
  });
  api.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const { access, action } = request.routeOptions.config;
    if (access === 'device') {
      request.device = await who.authenticateDevice(request);
      return;
    }
    if (access !== 'public') {
      request.user = await who.readCaller(request);
      if (request.user === null) throw apiError('UNAUTHORIZED', 'Please sign in');
      if (action === undefined || !may(request.user.role, action)) {
        throw apiError('FORBIDDEN', `Your role, ${request.user.role}, does not allow this`);
      }
      if (request.user.lacksSecondFactor && action !== 'second-factor.change')
        throw apiError('SECOND_FACTOR_REQUIRED', 'Your role needs a second factor: set one up first');
      if (request.user.token !== undefined) refuseBeyondScope(request.user.token, request.method, action);
      // Answers are not cached on a shared workstation, unless their route sets another header.
      reply.header('cache-control', 'no-store');
    }
    // No page of another site can send a token.
    const byToken = request.user?.token !== undefined;
    if (!byToken && !safeMethods.has(request.method)) who.refuseForeignOrigin(request);
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function refuseBeyondScope({ scope }: { scope: 'read' | 'write' }, method: string, action: Action): void {
  if (TOKENLESS_ACTIONS.includes(action)) throw apiError('FORBIDDEN', 'No API token may do this; sign in');
  if (scope === 'read' && !safeMethods.has(method)) throw apiError('FORBIDDEN', 'This API token may only read');
}

export function signedInUser(request: FastifyRequest): CurrentUser {
  if (request.user === null) throw new Error('signedInUser was called on a route that visitors may call');
  return request.user;
}

export function callingDevice(request: FastifyRequest): CallingDevice {
  if (request.device === null) throw new Error('callingDevice was called on a route that devices do not call');
  return request.device;
}
