import type { PublicConfig } from '@vedette/contract/public-config';
import { useEffect, useState } from 'react';
import { loadPublicConfig } from '../api/public-config.ts';

type Issuers = PublicConfig['social'];

/** The sign-in services besides Google that this server knows. */
export function useOtherIssuers(): Issuers {
  const [issuers, setIssuers] = useState<Issuers>([]);
  useEffect(() => {
    let gone = false;
    loadPublicConfig().then(
      ({ social }) => !gone && setIssuers(social.filter(({ id }) => id !== 'google')),
      // When the request fails, no button is shown; the form shows the error.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return issuers;
}
