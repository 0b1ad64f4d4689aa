import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { apiError } from '../../http/errors.ts';

export const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const TIMEOUT_MS = 5_000;
const MAX_AGE_MAX_MS = 24 * 60 * 60 * 1_000;
/** An unknown key id fetches the keys again at most this often, so that forged tokens cannot flood Google. */
const COOLDOWN_MS = 30_000;

type Parts = { url: string; now: () => number };
type Fetched = { find: JWTVerifyGetKey; fetchedAt: number; until: number };

/**
 * The keys that sign ID tokens, kept for their max-age. After it a token is refused until they can be fetched again.
 * Rejects with SOCIAL_UNAVAILABLE when they are needed and Google does not answer.
 */
export function googleKeys({ url, now }: Parts): JWTVerifyGetKey {
  let known: Fetched | undefined;
  let fetching: Promise<Fetched> | undefined;

  function fetchOnce(): Promise<Fetched> {
    fetching ??= fetchKeys({ url, now })
      .then((fetched) => {
        known = fetched;
        return fetched;
      })
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  }

  return async (header, token) => {
    const keys = known !== undefined && now() < known.until ? known : await fetchOnce();
    try {
      return await keys.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() < keys.fetchedAt + COOLDOWN_MS) throw error;
      return (await fetchOnce()).find(header, token);
    }
  };
}

async function fetchKeys({ url, now }: Parts): Promise<Fetched> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`Google answered ${answer.status}`);
    const find = createLocalJWKSet((await answer.json()) as JSONWebKeySet);
    const [, seconds = '0'] = /max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    const fetchedAt = now();
    return { find, fetchedAt, until: fetchedAt + Math.min(Number(seconds) * 1_000, MAX_AGE_MAX_MS) };
  } catch (cause) {
    throw Object.assign(apiError('SOCIAL_UNAVAILABLE', 'The keys of Google could not be fetched'), { cause });
  }
}
