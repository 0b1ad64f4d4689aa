import { useInfiniteQuery } from '@tanstack/react-query';
import type { Person } from '@vedette/contract/person';
import { useDeferredValue, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { formatCount } from '../ui/format-count.ts';
import { PageLoadFailed } from '../ui/pages/page-load-failed.tsx';
import { PageTitle } from '../ui/pages/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { InvitationsList } from './invitations-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { peopleList } from './people.queries.ts';
import { PeopleTable } from './people-table.tsx';
import { ResetSecondFactorDialog } from './reset-second-factor-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

type Props = {
  ownId: string;
  /** Whether this server keeps the accounts, so that it can make one for an invited person. */
  invites: boolean;
};

/** Who may come in, and what each may do. */
export function PeoplePage({ ownId, invites }: Props) {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(peopleList(useDeferredValue(search.trim())));
  const { data, isError, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [suspending, setSuspending] = useState<Person | null>(null);
  const [looking, setLooking] = useState<Person | null>(null);
  const [inviting, setInviting] = useState(false);
  const [resetting, setResetting] = useState<Person | null>(null);
  const people = data?.pages.flatMap((page) => page.people) ?? [];

  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <PageTitle>People · Vedette</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">People</h1>
          <p className="mt-1 text-sm text-muted">Who may come in, and what each of them may do.</p>
        </div>
        {invites && data && <Button onClick={() => setInviting(true)}>Invite</Button>}
      </div>
      {invites && data && <InvitationsList />}
      <search aria-label="People" className="grid gap-3">
        <TextField
          label="Search"
          type="search"
          value={search}
          maxLength={254}
          placeholder="Mail address or name"
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
        />
        <p role="status" className="text-sm text-muted tabular-nums">
          {data && countText(data.pages[0]?.total ?? 0)}
        </p>
      </search>
      {isError && (
        <PageLoadFailed
          title="The people could not be loaded"
          reason={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" className="grid gap-5">
          <Skeleton className="min-h-96 rounded-xl" />
          <p className="sr-only">Loading the people</p>
        </div>
      )}
      {data && people.length === 0 && <p className="py-12 text-center text-muted">Nobody matches.</p>}
      {people.length > 0 && (
        <PeopleTable
          people={people}
          ownId={ownId}
          onAccess={setLooking}
          onSuspend={setSuspending}
          onReset={setResetting}
        />
      )}
      {hasNextPage && (
        <Button
          variant="outline"
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show More
        </Button>
      )}
      <SuspendDialog person={suspending} onClose={() => setSuspending(null)} />
      <AccessDialog person={looking} onClose={() => setLooking(null)} />
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
      <ResetSecondFactorDialog person={resetting} onClose={() => setResetting(null)} />
    </div>
  );
}

function countText(total: number): string {
  return total === 1 ? '1 person' : `${formatCount(total)} people`;
}
