import { compile } from '@fastify/proxy-addr';
import type { TrustProxy } from '../../setting-values.ts';

/** Whether forwarding headers from an address are trusted; `hop` counts from the connected address, which is 0. */
export type ProxyTrust = (address: string, hop: number) => boolean;

export function proxyTrust(setting: TrustProxy): ProxyTrust {
  if (setting === false) return () => false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return compile(setting);
}
