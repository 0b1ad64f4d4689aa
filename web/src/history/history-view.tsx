import type { MatchingAnswer } from '@vedette/contract/history';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useSnapshot } from '../detections/dashboard-store-context.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format-count.ts';
import { NoDetections } from '../view-parts/no-detections.tsx';
import { ViewHeading } from '../view-parts/view-heading.tsx';
import { RecentSkeleton } from '../view-parts/view-skeleton.tsx';
import { useMatching } from './history.queries.ts';
import { filterIn, withFilter } from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList } from './history-list.tsx';
import { HistoryNews } from './history-news.tsx';
import { HistorySummary } from './history-summary.tsx';
import { NothingMatches } from './nothing-matches.tsx';
import { useHistory } from './use-history.ts';

/** All stored detections, or those that match a filter. */
export function HistoryView() {
  const [query, setQuery] = useSearchParams();
  const chosen = filterIn(query);
  const history = useHistory(chosen);
  const matching = useMatching(history.filter, history.items.length);
  const total = useSnapshot(({ counters }) => counters.total) ?? 0;
  const top = useRef<HTMLElement>(null);
  const filtered = Object.keys(chosen).length > 0;
  const { phase, items } = history;
  const isEmpty = items.length === 0 && history.cursor === null;

  function choose(next: typeof chosen) {
    setQuery((now) => withFilter(now, next), { replace: true, preventScrollReset: true });
  }

  function showNew() {
    history.reload();
    top.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <section ref={top} aria-labelledby="view-heading">
      <ViewHeading>{filtered ? matchingTitle(matching) : `All Detections (${formatCount(total)})`}</ViewHeading>
      <HistoryFilters chosen={chosen} onChoose={choose} />
      <HistorySummary history={history} filtered={filtered} onClear={() => choose({})} />
      <HistoryNews count={history.waiting} atLeast={history.uncounted} filtered={filtered} onShow={showNew} />
      {phase === 'loading' && <RecentSkeleton />}
      {phase === 'failed' && <HistoryFailed reason={history.reason} onRetry={history.reload} />}
      {phase === 'ready' && !isEmpty && <HistoryList history={history} />}
      {phase === 'ready' && isEmpty && filtered && <NothingMatches onClear={() => choose({})} />}
      {phase === 'ready' && isEmpty && !filtered && <NoDetections text="No detections found" />}
    </section>
  );
}

/** Without a number until it has been counted. */
function matchingTitle(matching: MatchingAnswer | undefined): string {
  return matching
    ? `Matching Detections (${formatCount(matching.count)}${matching.more ? '+' : ''})`
    : 'Matching Detections';
}

function HistoryFailed({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-xl border-2 border-danger-solid bg-danger-soft px-6 py-12 text-center text-danger-ink"
    >
      <p className="font-semibold">The history could not be loaded.</p>
      {reason && <p className="text-sm">{reason}</p>}
      <Button variant="danger" size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
