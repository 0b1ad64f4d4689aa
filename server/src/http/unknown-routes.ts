import { isPagePath } from '@vedette/contract/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { answerError, apiError } from './errors.ts';

export type KnownRoute = { url: string; methods: string[] };

type Pages = {
  /** Answers with the web app: with 404 where it has no page, which it says itself. */
  sendPage: (reply: FastifyReply, status: 200 | 404) => void;
};

/** Call before the routes are added: it remembers them, to tell a wrong method from a wrong address. */
export function answerUnknownRoutes(api: Api, { sendPage }: Pages): void {
  const routes: KnownRoute[] = [];
  api.decorate('knownRoutes', routes);
  api.addHook('onRoute', (route) => {
    const { url, method, onRequest } = route;
    routes.push({ url, methods: [method].flat() });
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
    if (mayBePage(request, path)) return sendPage(reply, isPagePath(path) ? 200 : 404);
    return answerError(apiError('NOT_FOUND', `There is nothing at ${path}`), request, reply);
  });
}

/** Nothing is named longer. The router's own bound answers before anybody is asked who he is, and cannot say why. */
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

/** A script that is HTML breaks in ways nobody understands: neither a missing file is a page, nor are metrics that are off. */
function mayBePage(request: FastifyRequest, path: string): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && path !== '/api' && path !== '/metrics' && !path.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(path);
}
