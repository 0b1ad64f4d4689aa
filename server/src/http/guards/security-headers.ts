import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { FirebaseSettings } from '../../firebase-settings.ts';
import type { Api } from '../api.ts';

type Setup = {
  /** Whether people reach the server over https. */
  https: boolean;
  /** The origin of pictures, if they are not served by this server. */
  pictureOrigin?: string | undefined;
  /** The project whose sign-in the pages call, if it keeps the accounts. */
  firebase?: FirebaseSettings | undefined;
};

export function sendSecurityHeaders(api: Api, setup: Setup): void {
  const headers = securityHeaders(setup);
  api.addHook('onRequest', (request, reply, done) => {
    // Devices are not browsers, and their route is the busiest one.
    if (request.routeOptions.config.access !== 'device') reply.headers(headers);
    done();
  });
}

/** The headers are the same for every answer, so that helmet computes them once and not on each request. */
function securityHeaders({ https, pictureOrigin, firebase }: Setup): Record<string, string> {
  const headers: Record<string, string> = {};
  const identity = firebase === undefined ? null : sourcesOf(firebase);
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
        scriptSrc: ["'self'", ...(identity?.scripts ?? [])],
        scriptSrcAttr: ["'none'"],
        // The toast library adds a style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(pictureOrigin === undefined ? [] : [pictureOrigin])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(identity?.connections ?? [])],
        ...(identity === null ? {} : { frameSrc: identity.frames }),
        mediaSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Without https, it would upgrade the page's scripts to a port that does not exist.
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // A sign-in popup must be able to send its outcome to the window that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return headers;
}

/** Google's loader of the frame that reports a sign-in window's outcome, that frame, and the calls of the SDK. */
function sourcesOf({ authDomain, emulator }: FirebaseSettings) {
  const scripts = ['https://apis.google.com'];
  if (emulator !== undefined) return { scripts, frames: [emulator], connections: [emulator] };
  const connections = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  return { scripts, frames: [`https://${authDomain}`], connections };
}
