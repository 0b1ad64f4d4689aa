import type { Api } from './api.ts';

const SLOW_MS = 1_000;

/** Every request in the log would cost more than many of them; what failed is logged where it is answered. */
export function logSlowRequests(api: Api): void {
  api.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime;
    if (ms > SLOW_MS && request.routeOptions.config.endless !== true) {
      const { method, routeOptions } = request;
      request.log.info(
        { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(ms) },
        'slow request',
      );
    }
    done();
  });
}
