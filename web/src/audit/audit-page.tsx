import { useSearchParams } from 'react-router';
import { Button } from '../ui/button.tsx';
import { buttonLook } from '../ui/button-look.ts';
import { formatCount } from '../ui/format-count.ts';
import { PageLoadFailed } from '../ui/pages/page-load-failed.tsx';
import { PageTitle } from '../ui/pages/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { exportAddress, useAuditLog } from './audit.queries.ts';
import { addressOf, type ChosenFilter, filterIn } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';

/** Who did what, newest first. */
export function AuditPage() {
  const [query, setQuery] = useSearchParams();
  const filter = filterIn(query);
  const isFiltered = addressOf(filter).size > 0;
  const list = useAuditLog(filter);
  const { data, isError, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const choose = (chosen: ChosenFilter) => setQuery(addressOf(chosen), { replace: true });
  const retry = () => void (data && hasNextPage ? fetchNextPage() : refetch());

  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <PageTitle>Audit Log · Vedette</PageTitle>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">Audit log</h1>
        <p className="mt-1 text-sm text-muted">
          Who did what. <code className="font-mono">npm run audit -- verify</code> at the server checks that nobody has
          changed it.
        </p>
      </div>
      <AuditFilters chosen={filter} onChoose={choose} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="grow text-sm text-muted tabular-nums">
          {data && amount({ shown: entries.length, more: hasNextPage })}
          {data && filter.subject !== '' && `, about ${filter.subject}`}
        </p>
        {isFiltered && (
          <Button variant="quiet" size="small" onClick={() => setQuery({}, { replace: true })}>
            Clear Filters
          </Button>
        )}
        <Download format="csv" title="Download CSV" filter={filter} />
        <Download format="jsonl" title="Download JSON Lines" filter={filter} />
      </div>
      {!data && !isError && (
        <div aria-busy="true" className="grid gap-5">
          <Skeleton className="min-h-96 rounded-xl" />
          <p className="sr-only">Loading the audit log</p>
        </div>
      )}
      {data && entries.length === 0 && (
        <p className="py-12 text-center text-muted">
          {isFiltered ? 'Nothing in the log matches.' : 'Nothing has been recorded yet.'}
        </p>
      )}
      {entries.length > 0 && (
        <AuditTable
          entries={entries}
          onActor={(actor) => choose({ ...filter, actor })}
          onSubject={(subject) => choose(filterIn(new URLSearchParams({ subject })))}
        />
      )}
      {isError && (
        <PageLoadFailed
          title="The audit log could not be loaded"
          reason={error.message}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {hasNextPage && !isError && (
        <Button
          variant="outline"
          className="self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Load More
        </Button>
      )}
    </div>
  );
}

function Download({ format, title, filter }: { format: 'csv' | 'jsonl'; title: string; filter: ChosenFilter }) {
  return (
    <a href={exportAddress(format, filter)} download className={buttonLook({ variant: 'outline', size: 'small' })}>
      {title}
    </a>
  );
}

function amount({ shown, more }: { shown: number; more: boolean }): string {
  if (more) return `${formatCount(shown)} shown, more below`;
  return shown === 0 ? 'None' : `${formatCount(shown)} shown, that is all`;
}
