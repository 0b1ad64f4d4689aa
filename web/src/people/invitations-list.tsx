import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '@vedette/contract/invitation';
import { roleNames } from '../accounts/role-names.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatTime } from '../ui/moment.ts';
import { PageLoadFailed } from '../ui/pages/page-load-failed.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { openInvitations, useInvite, useWithdrawInvitation } from './invitations.queries.ts';
import { announceInvitation } from './invite-dialog.tsx';

/** Nothing when nobody is invited. */
export function InvitationsList() {
  const { data: invitations = [], isError, error, isFetching, refetch } = useQuery(openInvitations);
  if (isError) {
    return (
      <PageLoadFailed
        title="The invitations could not be loaded"
        reason={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-3 font-semibold">
        Invitations
      </h2>
      <Card className="px-4">
        <ul className="divide-y divide-line">
          {invitations.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { id, email, role, invited_by: invitedBy, expires_at: expiresAt } = invitation;
  const invite = useInvite();
  const withdraw = useWithdrawInvitation();
  const expired = new Date(expiresAt).getTime() <= Date.now();
  const onError = (error: Error) => void notify.error(error.message);

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{email}</p>
        <p className="text-xs text-muted tabular-nums">
          {`${roleNames[role]}, invited by ${invitedBy}, ${expired ? 'expired' : 'works until'} `}
          <time dateTime={expiresAt}>{formatTime(expiresAt)}</time>
        </p>
        {expired && <Badge tone="neutral">Expired</Badge>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="small"
          busy={invite.isPending}
          onClick={() => invite.mutate({ email, role }, { onSuccess: announceInvitation, onError })}
        >
          Send Again
          <span className="sr-only">{` to ${email}`}</span>
        </Button>
        <Button
          variant="danger-outline"
          size="small"
          busy={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(id, {
              onSuccess: () => void notify.success(`The invitation of ${email} is withdrawn`),
              onError,
            })
          }
        >
          Withdraw
          <span className="sr-only">{` the invitation of ${email}`}</span>
        </Button>
      </div>
    </li>
  );
}
