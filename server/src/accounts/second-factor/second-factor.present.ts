import type { Passkey } from '@vedette/contract/second-factor';
import type { PasskeyRow } from './second-factor.store.ts';

export function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name: name ?? '',
    created_at: new Date(createdAt ?? 0).toISOString(),
    last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}
