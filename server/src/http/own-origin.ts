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
 * Which of our own addresses a request came to, for links and redirects: the page's origin, or what a navigation names
 * as its host. Anything else a client names is not ours and means the first one.
 */
export function ownOriginFinder(address: PublicAddress): (request: FastifyRequest) => string {
  return (request) => {
    const own = ownOriginsAt(address, request);
    const { origin, host } = request.headers;
    return own.find((one) => one === origin) ?? own.find((one) => new URL(one).host === host) ?? own[0];
  };
}

function ownOriginsAt({ publicUrl, port }: PublicAddress, { socket }: FastifyRequest): [string, ...string[]] {
  // With port 0 the port is known only once the server listens.
  return ownOrigins({ publicUrl, port: port === 0 ? (socket.localPort ?? 0) : port });
}

/** The first one is the one to show. */
export function ownOrigins({ publicUrl, port }: PublicAddress): [string, ...string[]] {
  if (publicUrl !== undefined) return [publicUrl];
  return [new URL(`http://localhost:${port}`).origin, new URL(`http://127.0.0.1:${port}`).origin];
}
