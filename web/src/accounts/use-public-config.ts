import type { PublicConfig } from '@vedette/contract/public-config';
import { useEffect, useState } from 'react';
import { knownPublicConfig, loadPublicConfig } from '../api/public-config.ts';

/** Null until it has been answered. After a failure nothing depends on it: the server refuses what it does not accept. */
export function usePublicConfig(): PublicConfig | null {
  const [config, setConfig] = useState(knownPublicConfig);
  useEffect(() => {
    let gone = false;
    loadPublicConfig().then(
      (loaded) => !gone && setConfig(loaded),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return config;
}
