import { isPagePath } from '@vedette/contract/pages';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { answerError, apiError } from './errors.ts';

export type KnownRoute = { url: string; methods: string[]; config: () => FastifyContextConfig };

type Pages = {
  /** Sends the web app, with 404 for an address at which it has no page. */
  sendPage: (reply: FastifyReply, status: 200 | 404) => void;
  /** Whether there are the pages of a team. */
  team: boolean;
};

/** Must be called before the routes are added. It records them, to distinguish a wrong method from a wrong address. */
export function answerUnknownRoutes(api: Api, { sendPage, team }: Pages): void {
  const routes: KnownRoute[] = [];
  api.decorate('knownRoutes', routes);
  api.addHook('onRoute', (route) => {
    const { url, method, onRequest } = route;
    routes.push({ url, methods: [method].flat(), config: () => route.config ?? {} });
    if (url.includes(':')) route.onRequest = [onRequest ?? []].flat().concat(refuseLongParts);
  });

  api.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = new Set(routes.filter(({ url }) => matches(url, path)).flatMap(({ methods }) => methods));
    if (allowed.size > 0) {
      reply.header('allow', [...allowed].join(', '));
      const message = `${request.method} is not possible here; try ${[...allowed].join(', ')}`;
      return answerError(apiError('METHOD_NOT_ALLOWED', message), request, reply);
    }
    if (mayBePage(request, path)) return sendPage(reply, isPagePath(path, { team }) ? 200 : 404);
    return answerError(apiError('NOT_FOUND', `There is nothing at ${path}`), request, reply);
  });
}

/** No id is longer. The router's own limit would answer before authentication, and without a message. */
const PART_MAX_CHARACTERS = 1_024;

async function refuseLongParts({ params }: FastifyRequest): Promise<void> {
  const parts = Object.values(params as Record<string, string>);
  if (parts.some((part) => part.length > PART_MAX_CHARACTERS)) {
    throw apiError('NOT_FOUND', 'There is nothing at an address that long');
  }
}

function matches(url: string, path: string): boolean {
  if (url.includes('*')) return false;
  return new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}/?$`).test(path);
}

/** Whether an unknown address may be a page. A missing file or disabled metrics must not be answered with HTML. */
function mayBePage(request: FastifyRequest, path: string): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && path !== '/api' && path !== '/metrics' && !path.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(path);
}
