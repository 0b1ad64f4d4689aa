import type { FastifyRequest } from 'fastify';
import { apiError } from '../errors.ts';

/** The address at which people reach this server; without `publicUrl`, localhost and 127.0.0.1 on the port. */
export type PublicAddress = { publicUrl: string | undefined; port: number };

/**
 * Refuses changes that a page of another site makes in a visitor's browser. Browsers send the page's origin with every
 * such request; a client without an origin and a cookie has no session to misuse.
 */
export function foreignOriginGuard(address: PublicAddress): (request: FastifyRequest) => void {
  return (request) => {
    const { origin, cookie, 'sec-fetch-site': site } = request.headers;
    if (origin === undefined && site === undefined && cookie === undefined) return;
    const own = ownOriginsAt(address, request);
    if (origin === undefined ? site === 'same-origin' : own.includes(origin)) return;
    throw apiError(
      'FORBIDDEN',
      origin === undefined
        ? 'The request must name its origin'
        : `${origin} is not this server's own address; PUBLIC_URL must name the address that people use`,
    );
  };
}

/**
 * Finds which of the server's own origins a request was sent to, for links and redirects: the origin of the page, or
 * the host of a navigation. For all other values it returns the first origin.
 */
export function ownOriginFinder(address: PublicAddress): (request: FastifyRequest) => string {
  return (request) => {
    const own = ownOriginsAt(address, request);
    const { origin, host } = request.headers;
    return own.find((one) => one === origin) ?? own.find((one) => new URL(one).host === host) ?? own[0];
  };
}

function ownOriginsAt({ publicUrl, port }: PublicAddress, { socket }: FastifyRequest): [string, ...string[]] {
  // With port 0, the port is known once the server listens.
  return ownOrigins({ publicUrl, port: port === 0 ? (socket.localPort ?? 0) : port });
}

/** The first origin is the one to show. */
export function ownOrigins({ publicUrl, port }: PublicAddress): [string, ...string[]] {
  if (publicUrl !== undefined) return [publicUrl];
  return [new URL(`http://localhost:${port}`).origin, new URL(`http://127.0.0.1:${port}`).origin];
}
