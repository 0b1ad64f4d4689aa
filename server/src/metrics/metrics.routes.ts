import { HEARTBEAT_URL } from '@vedette/contract/heartbeat';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { isThroughProxy } from '../http/guards/forwarding.ts';
import type { Metrics } from './metrics.ts';

/** Only for direct connections, because a monitoring system has no session. Requests through a proxy come from outside and get a 404. */
export function metricsRoutes(api: Api, { registry, noteReport }: Metrics): void {
  api.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    if (config.access === 'device' && url !== HEARTBEAT_URL) noteReport(reply.statusCode);
    done();
  });
  api.get(
    '/metrics',
    { config: { access: 'public' }, schema: { tags: ['health'], summary: 'Prometheus text, when METRICS is true' } },
    async ({ headers }, reply) => {
      if (isThroughProxy(headers)) throw apiError('NOT_FOUND', 'There is nothing at /metrics');
      reply.type(registry.contentType).header('cache-control', 'no-store');
      return registry.metrics();
    },
  );
}
