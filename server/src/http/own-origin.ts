import type { FastifyRequest } from 'fastify';
import { apiError } from './errors.ts';

/** Where people reach this server; without `publicUrl`, this machine's two names on the port. */
export type PublicAddress = { publicUrl: string | undefined; port: number };

/**
 * Refuses changes that another site's page makes in a visitor's browser. Browsers name the page's origin on every such
 * request; a client that names none and brings no cookie acts for nobody.
 */
export function foreignOriginGuard(address: PublicAddress): (request: FastifyRequest) => void {
  return (request) => {
    const { origin, cookie, 'sec-fetch-site': site } = request.headers;
    if (origin === undefined && site === undefined && cookie === undefined) return;
    // With port 0 the port is known only once the server listens.
    const port = address.port === 0 ? request.socket.localPort : address.port;
    const own = ownOrigins({ publicUrl: address.publicUrl, port: port ?? 0 });
    if (origin === undefined ? site === 'same-origin' : own.includes(origin)) return;
    throw apiError(
      'FORBIDDEN',
      origin === undefined
        ? 'The request must name its origin'
        : `${origin} is not this server's own address; PUBLIC_URL must name the address that people use`,
    );
  };
}

/** The first one is the one to show. */
export function ownOrigins({ publicUrl, port }: PublicAddress): [string, ...string[]] {
  if (publicUrl !== undefined) return [publicUrl];
  return [new URL(`http://localhost:${port}`).origin, new URL(`http://127.0.0.1:${port}`).origin];
}
