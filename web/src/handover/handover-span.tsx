import { HANDOVER_MAX_DAYS } from '@vedette/contract/handover';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTimeField } from '../ui/fields/date-time-field.tsx';
import type { Span } from './handover.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const CHOICES = [8, 12, 24] as const;

type Props = { span: Span; onChoose: (span: Span) => void; lastHours: (hours: number) => Span };

export function HandoverSpan({ span, onChoose, lastHours }: Props) {
  const [draft, setDraft] = useState<{ of: Span; from: string; to: string }>({ of: span, ...span });
  // A button, or a link, has chosen another time.
  if (draft.of.from !== span.from || draft.of.to !== span.to) setDraft({ of: span, ...span });

  function change(part: Partial<Span>) {
    const next = { ...draft, ...part };
    setDraft(next);
    if (next.from !== '' && next.to !== '' && problemOf(next) === undefined) onChoose({ from: next.from, to: next.to });
  }

  return (
    <Card className="grid gap-3 p-3 sm:grid-cols-2 sm:p-4 lg:grid-cols-4">
      <DateTimeField label="From" value={draft.from || undefined} onChange={(from) => change({ from })} />
      <DateTimeField
        label="To"
        value={draft.to || undefined}
        problem={draft.from && draft.to ? problemOf(draft) : undefined}
        onChange={(to) => change({ to })}
      />
      <div className="flex flex-wrap items-end gap-2 sm:col-span-2">
        {CHOICES.map((hours) => (
          <Button key={hours} variant="outline" onClick={() => onChoose(lastHours(hours))}>
            {`Last ${hours} hours`}
          </Button>
        ))}
      </div>
    </Card>
  );
}

function problemOf({ from, to }: Span): string | undefined {
  const ms = Date.parse(to) - Date.parse(from);
  if (ms <= 0) return 'It ends before it begins';
  return ms > HANDOVER_MAX_DAYS * DAY_MS ? `At most ${HANDOVER_MAX_DAYS} days` : undefined;
}
