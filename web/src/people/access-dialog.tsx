import { useQuery } from '@tanstack/react-query';
import type { ApiToken } from '@vedette/contract/api-token';
import type { Person, PersonSession } from '@vedette/contract/person';
import { TokenList } from '../accounts/tokens/token-list.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { formatTime } from '../ui/moment.ts';
import { notify } from '../ui/toasts/notify.ts';
import { accessOf, useEndSessions, useRevokeTokenOf } from './people.queries.ts';

type Props = { person: Person | null; onClose: () => void };

/** By what a person comes in: sessions and API tokens. */
export function AccessDialog({ person, onClose }: Props) {
  return (
    <Dialog
      open={person !== null}
      wide
      title="Access"
      description={person && `Where ${person.email} is signed in, and the scripts that act for this person`}
      onClose={onClose}
    >
      {person && <Access person={person} />}
    </Dialog>
  );
}

function Access({ person }: { person: Person }) {
  const { data: access, isError, error, isFetching, refetch } = useQuery(accessOf(person.id));

  if (isError) {
    return (
      <div role="alert" className="mt-4 grid gap-3 text-sm">
        <p>{`The sessions could not be loaded: ${error.message}`}</p>
        <Button variant="outline" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (!access) return <p className="mt-4 text-sm text-muted">Loading the sessions…</p>;
  return (
    <>
      <h3 className="mt-4 text-sm font-semibold">Sessions</h3>
      <Sessions person={person} sessions={access.sessions} />
      <h3 className="mt-4 text-sm font-semibold">API tokens</h3>
      <Tokens person={person} tokens={access.tokens} />
    </>
  );
}

function Sessions({ person, sessions }: { person: Person; sessions: readonly PersonSession[] }) {
  const end = useEndSessions();

  function endOne(session?: string) {
    end.mutate(
      { id: person.id, ...(session !== undefined && { session }) },
      {
        onSuccess: ({ ended }) => notify.success(ended === 1 ? '1 session ended' : `${ended} sessions ended`),
        onError: (failure) => notify.error(failure.message),
      },
    );
  }

  if (sessions.length === 0) return <p className="mt-1 text-sm text-muted">Signed in nowhere.</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} busy={end.isPending} onEnd={() => endOne(session.id)} />
        ))}
      </ul>
      <div className="mt-2 flex justify-end">
        <Button variant="danger-outline" busy={end.isPending} onClick={() => endOne()}>
          End All Sessions
        </Button>
      </div>
    </>
  );
}

type ItemProps = { session: PersonSession; busy: boolean; onEnd: () => void };

function SessionItem({ session, busy, onEnd }: ItemProps) {
  const { user_agent: userAgent, address, signed_in_at: signedInAt, current } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{userAgent ?? 'Unknown browser'}</p>
        <p className="text-xs text-muted tabular-nums">
          {`${address ?? 'Unknown address'}, signed in `}
          <time dateTime={signedInAt}>{formatTime(signedInAt)}</time>
        </p>
        {current && <Badge tone="accent">This session</Badge>}
      </div>
      <Button variant="outline" size="small" busy={busy} onClick={onEnd}>
        End
        <span className="sr-only">{` the session of ${formatTime(signedInAt)}`}</span>
      </Button>
    </li>
  );
}

function Tokens({ person, tokens }: { person: Person; tokens: readonly ApiToken[] }) {
  const revoke = useRevokeTokenOf(person.id);

  function revokeOne({ id, name }: ApiToken) {
    revoke.mutate(id, {
      onSuccess: () => notify.success(`The token ${name} is revoked`),
      onError: (failure) => notify.error(failure.message),
    });
  }

  if (tokens.length === 0) return <p className="mt-1 text-sm text-muted">No tokens.</p>;
  return <TokenList tokens={tokens} busy={revoke.isPending} onRevoke={revokeOne} />;
}
