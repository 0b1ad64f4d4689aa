import { useQuery } from '@tanstack/react-query';
import type { ApiToken } from '@vedette/contract/api-token';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import type { WithRecentLogin } from '../profile/use-recent-login.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenList } from './token-list.tsx';
import { ownTokens, useRevokeToken } from './tokens.queries.ts';

/** The signed-in person's tokens, and the form that makes one. */
export function OwnTokens({ withRecentLogin }: { withRecentLogin: WithRecentLogin }) {
  const { data: tokens, isError, error, isFetching, refetch } = useQuery(ownTokens);
  const [secret, setSecret] = useState<string>();
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const revoke = useRevokeToken();

  function confirm() {
    if (!revoking || revoke.isPending) return;
    revoke.mutate(revoking.id, {
      onSuccess: () => notify.success(`The token ${revoking.name} is revoked`),
      onError: (failure) => notify.error(failure.message),
      onSettled: () => setRevoking(null),
    });
  }

  return (
    <div className="grid gap-4">
      {isError && (
        <div role="alert" className="grid gap-3 text-sm">
          <p>{`The tokens could not be loaded: ${error.message}`}</p>
          <Button variant="outline" busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
      {!tokens && !isError && <p className="text-sm text-muted">Loading the tokens…</p>}
      {tokens?.length === 0 && <p className="text-sm text-muted">You have no tokens.</p>}
      {tokens && tokens.length > 0 && <TokenList tokens={tokens} busy={revoke.isPending} onRevoke={setRevoking} />}
      {secret && (
        <div role="status">
          <Copyable title="Your new token" note="It is shown this once: copy it now." copy="Copy Token" text={secret} />
        </div>
      )}
      <NewTokenForm withRecentLogin={withRecentLogin} onMade={setSecret} />
      <ConfirmDialog
        open={revoking !== null}
        title={`Revoke ${revoking?.name ?? ''}?`}
        confirm="Revoke"
        busy={revoke.isPending}
        onConfirm={confirm}
        onClose={() => setRevoking(null)}
      >
        Scripts that use this token are refused from now on.
      </ConfirmDialog>
    </div>
  );
}
