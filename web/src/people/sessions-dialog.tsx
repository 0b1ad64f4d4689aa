import { useQuery } from '@tanstack/react-query';
import type { Person, PersonSession } from '@vedette/contract/person';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { formatTime } from '../ui/moment.ts';
import { notify } from '../ui/toasts/notify.ts';
import { sessionsOf, useEndSessions } from './people.queries.ts';

type Props = { person: Person | null; onClose: () => void };

export function SessionsDialog({ person, onClose }: Props) {
  return (
    <Dialog
      open={person !== null}
      wide
      title="Sessions"
      description={person && `Where ${person.email} is signed in`}
      onClose={onClose}
    >
      {person && <Sessions person={person} />}
    </Dialog>
  );
}

function Sessions({ person }: { person: Person }) {
  const { data: sessions, isError, error, isFetching, refetch } = useQuery(sessionsOf(person.id));
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
  if (!sessions) return <p className="mt-4 text-sm text-muted">Loading the sessions…</p>;
  if (sessions.length === 0) return <p className="mt-4 text-sm text-muted">Signed in nowhere.</p>;
  return (
    <>
      <ul className="mt-4 divide-y divide-line">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} busy={end.isPending} onEnd={() => endOne(session.id)} />
        ))}
      </ul>
      <div className="mt-4 flex justify-end">
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
