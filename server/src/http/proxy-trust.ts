import { compile } from '@fastify/proxy-addr';
import type { TrustProxy } from '../setting-values.ts';

/** Whether what an address says of a request is believed; `hop` counts from the one that is connected to us, which is 0. */
export type ProxyTrust = (address: string, hop: number) => boolean;

export function proxyTrust(setting: TrustProxy): ProxyTrust {
  if (setting === false) return () => false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return compile(setting);
}
