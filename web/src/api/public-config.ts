import type { PublicConfig } from '@vedette/contract/public-config';
import { request } from './request.ts';

let loading: Promise<PublicConfig> | null = null;
let known: PublicConfig | null = null;

/** What the server tells everybody, asked for once; after a failure the next caller asks again. */
export function loadPublicConfig(): Promise<PublicConfig> {
  loading ??= request<PublicConfig>('/config').then(
    (config) => {
      known = config;
      return config;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The same for whoever cannot wait; null while it has not been answered. */
export function knownPublicConfig(): PublicConfig | null {
  return known;
}
