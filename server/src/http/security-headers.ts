import helmet from '@fastify/helmet';
import type { Api } from './api.ts';

/** @param https whether people reach the server by https */
export async function sendSecurityHeaders(api: Api, { https }: { https: boolean }): Promise<void> {
  // Devices are no browsers, and theirs is the busiest route.
  api.addHook('onRoute', (route) => {
    if (route.config?.access === 'device') route.helmet = false;
  });
  await api.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // The toasts bring their style element along.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
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
}
