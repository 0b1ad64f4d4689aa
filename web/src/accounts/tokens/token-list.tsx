import type { ApiToken } from '@vedette/contract/api-token';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/moment.ts';

type Props = { tokens: readonly ApiToken[]; busy: boolean; onRevoke: (token: ApiToken) => void };

/** A person's API tokens, each with a button that revokes it. */
export function TokenList({ tokens, busy, onRevoke }: Props) {
  return (
    <ul className="divide-y divide-line">
      {tokens.map((token) => (
        <TokenItem key={token.id} token={token} busy={busy} onRevoke={() => onRevoke(token)} />
      ))}
    </ul>
  );
}

type ItemProps = { token: ApiToken; busy: boolean; onRevoke: () => void };

function TokenItem({ token, busy, onRevoke }: ItemProps) {
  const { name, scope, expires_at: expiresAt, last_used_at: lastUsedAt } = token;
  const expired = new Date(expiresAt).getTime() <= Date.now();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{name}</p>
        <p className="text-xs text-muted tabular-nums">
          {`${scope === 'read' ? 'Reads' : 'Reads and writes'}, ${expired ? 'expired' : 'expires'} `}
          <time dateTime={expiresAt}>{formatTime(expiresAt)}</time>
        </p>
        <p className="text-xs text-muted tabular-nums">
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              {'Last used '}
              <time dateTime={lastUsedAt}>{formatTime(lastUsedAt)}</time>
            </>
          )}
        </p>
        {expired && <Badge tone="neutral">Expired</Badge>}
      </div>
      <Button variant="outline" size="small" busy={busy} onClick={onRevoke}>
        Revoke
        <span className="sr-only">{` the token ${name}`}</span>
      </Button>
    </li>
  );
}
