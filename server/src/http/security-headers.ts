import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Api } from './api.ts';

type Setup = {
  /** Whether people reach the server by https. */
  https: boolean;
  /** Where pictures come from beside the server itself: an origin. */
  pictureOrigin?: string | undefined;
};

export function sendSecurityHeaders(api: Api, setup: Setup): void {
  const headers = securityHeaders(setup);
  api.addHook('onRequest', (request, reply, done) => {
    // Devices are no browsers, and theirs is the busiest route.
    if (request.routeOptions.config.access !== 'device') reply.headers(headers);
    done();
  });
}

/** They are the same for every answer, so helmet is asked once: on each request it would build them anew. */
function securityHeaders({ https, pictureOrigin }: Setup): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // The toasts bring their style element along.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(pictureOrigin === undefined ? [] : [pictureOrigin])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // On a LAN address without https it would send every script to a port that nobody serves.
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // A sign-in popup must be able to tell the window that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return headers;
}
