import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../../setting-values.ts';

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'];

export function isThroughProxy(headers: IncomingHttpHeaders): boolean {
  return PROXY_HEADERS.some((name) => headers[name] !== undefined);
}

export type Forwarding = {
  note: (headers: IncomingHttpHeaders) => void;
  /** Whether any request came through a proxy, or to another name than this machine's own. */
  isSeen: () => boolean;
};

export function watchForwarding(): Forwarding {
  let seen = false;
  return {
    note(headers) {
      seen ||= isThroughProxy(headers) || !isLoopback(hostnameOf(headers.host ?? 'localhost'));
    },
    isSeen: () => seen,
  };
}

function hostnameOf(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase();
}
