import { IconPrinter } from '@tabler/icons-react';
import type { HandoverAnswer, Outcome } from '@vedette/contract/handover';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../api/permissions.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/format-count.ts';
import { formatTime, momentOf } from '../ui/moment.ts';
import { PageLoadFailed } from '../ui/pages/page-load-failed.tsx';
import { PageTitle } from '../ui/pages/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Span, useHandover } from './handover.queries.ts';
import { HandoverList } from './handover-list.tsx';
import { HandoverMailForm } from './handover-mail-form.tsx';
import { HandoverSpan } from './handover-span.tsx';
import { outcomes } from './outcomes.ts';

const HOUR_MS = 60 * 60 * 1_000;
const SHIFT_HOURS = 8;

/** What became of the alarms of a span of time, for the next shift. The span is in the address; the states are those of now. */
export function HandoverPage() {
  const [query, setQuery] = useSearchParams();
  const [lastShift] = useState(() => lastHours(SHIFT_HOURS));
  const span = { from: query.get('from') ?? lastShift.from, to: query.get('to') ?? lastShift.to };
  const { data, isError, error, isFetching, refetch } = useHandover(span);
  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <PageTitle>Hand-over · Vedette</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">Hand-over</h1>
        <Button variant="outline" className="print:hidden" onClick={() => window.print()}>
          <IconPrinter size="1.125rem" aria-hidden="true" />
          Print
        </Button>
      </div>
      <div className="print:hidden">
        <HandoverSpan span={span} onChoose={(chosen) => setQuery(chosen, { replace: true })} lastHours={lastHours} />
      </div>
      {isError && (
        <PageLoadFailed
          title="The hand-over could not be loaded"
          reason={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" className="grid gap-5">
          <Skeleton className="h-20 rounded-xl" />
          <Skeleton className="min-h-96 rounded-xl" />
          <p className="sr-only">Loading the hand-over</p>
        </div>
      )}
      {data && !isError && <Shift handover={data} />}
    </div>
  );
}

function Shift({ handover }: { handover: HandoverAnswer }) {
  const { from, to, counts, unseen, on_duty, incidents, more } = handover;
  const total = incidents.length + more;
  const mayMail = useMay('handover.mail');
  const shown = (Object.keys(outcomes) as Outcome[]).filter((outcome) => counts[outcome] > 0);
  return (
    <>
      <p className="text-sm text-muted tabular-nums">
        {`${formatTime(from)} to ${formatTime(to)}: `}
        <strong className="font-semibold text-ink">
          {total === 0 ? 'no alarms' : total === 1 ? '1 alarm' : `${formatCount(total)} alarms`}
        </strong>
      </p>
      {on_duty.length > 0 && (
        <p className="text-sm">
          <span className="text-muted">On duty:</span> {on_duty.map(describeDuty).join(', ')}
        </p>
      )}
      {unseen > 0 && (
        <p className="rounded-xl border border-danger-solid bg-danger-soft px-4 py-3 text-sm font-medium text-danger-ink">
          {unseen === 1 ? 'Nobody has looked at 1 alarm.' : `Nobody has looked at ${formatCount(unseen)} alarms.`}
        </p>
      )}
      {total === 0 ? (
        <Card className="p-5 text-center text-muted">No active threats were seen in this time, and none is open.</Card>
      ) : (
        <>
          <ul className="flex flex-wrap gap-2" aria-label="What became of them">
            {shown.map((outcome) => (
              <li key={outcome}>
                <Badge tone={outcomes[outcome].tone}>
                  {`${formatCount(counts[outcome])} ${outcomes[outcome].title.toLowerCase()}`}
                </Badge>
              </li>
            ))}
          </ul>
          <HandoverList incidents={incidents} more={more} />
        </>
      )}
      {mayMail && (
        <div className="print:hidden">
          <HandoverMailForm key={`${from} ${to}`} span={{ from, to }} />
        </div>
      )}
    </>
  );
}

/** dana@gmail.com (22:00 to 06:00) */
function describeDuty({ name, since, until }: HandoverAnswer['on_duty'][number]): string {
  return `${name} (${until === null ? `since ${momentOf(since)}` : `${momentOf(since)} to ${momentOf(until)}`})`;
}

function lastHours(hours: number): Span {
  // Whole minutes, so that the address stays readable.
  const to = Math.ceil(Date.now() / 60_000) * 60_000;
  return { from: new Date(to - hours * HOUR_MS).toISOString(), to: new Date(to).toISOString() };
}
