import type { Api } from './api.ts';

const SLOW_MS = 1_000;

/** Logging every request would cost more than many requests do. Failures are logged where they are answered. */
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
