import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Api } from './api.ts';
import type { ProxyTrust } from './guards/proxy-trust.ts';

const HEADER = 'x-request-id';
const WELL_FORMED = /^[\w.:-]{1,64}$/;

/** Returns the id that a trusted proxy has given a request, or else a new one that is unique over servers and restarts. */
export function requestIds(trusts: ProxyTrust): (request: IncomingMessage) => string {
  const server = randomBytes(4).toString('hex');
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers[HEADER];
    if (typeof given === 'string' && WELL_FORMED.test(given) && trusts(socket.remoteAddress ?? '', 0)) return given;
    count += 1;
    return `${server}-${count.toString(36)}`;
  };
}

/** Sends the request's id, under which its log lines are found, with every answer. */
export function sendRequestIds(api: Api): void {
  api.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADER, request.id);
    done();
  });
}
