import type { PublicConfig } from '@vedette/contract/public-config';
import { request } from './request.ts';

let loading: Promise<PublicConfig> | null = null;
let known: PublicConfig | null = null;

/** The server's public configuration, requested once; after a failure the next caller requests it again. */
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

/** The same, synchronously: null until it has been answered. */
export function knownPublicConfig(): PublicConfig | null {
  return known;
}
