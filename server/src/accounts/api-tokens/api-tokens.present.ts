import type { ApiToken } from '@vedette/contract/api-token';
import type { ApiTokenTable } from '../../db/tables/api-token.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export function presentApiToken({ id, name, scope, ...times }: ApiTokenTable): ApiToken {
  const { created_at, expires_at, last_used_at } = times;
  return {
    ...{ id, name, scope },
    created_at: iso(created_at),
    expires_at: iso(expires_at),
    last_used_at: last_used_at === null ? null : iso(last_used_at),
  };
}
