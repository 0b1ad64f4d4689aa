import type { AuditEntry } from '@vedette/contract/audit';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';

type Props = { entry: AuditEntry; sentence: string; onSubject: (subject: string) => void };

/** Opens on demand; most entries are never opened. */
export function AuditDetails(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded text-xs text-muted">
        Details
        <span className="sr-only">{` of: ${props.sentence}`}</span>
      </summary>
      {open && <Facts {...props} />}
    </details>
  );
}

/** The recorded fields of an entry, and its place in its chain. Names of details have no spaces and no capital at the beginning. */
function Facts({ entry, onSubject }: Props) {
  const { kind, actor, subject, details, chain, seq, hash } = entry;
  const facts: [name: string, value: string | null][] = [
    ['Kind', kind],
    ['Account that did it', actor?.id ?? null],
    ['Subject', subject],
    ...factsIn(details),
    ['Place in the log', `chain ${chain}, number ${seq}`],
    ['SHA-256', hash],
  ];
  return (
    <>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_1fr]">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {subject !== null && (
        <Button variant="outline" size="small" className="mt-3" onClick={() => onSubject(subject)}>
          Everything about This
          <span className="sr-only">{`: ${subject}`}</span>
        </Button>
      )}
    </>
  );
}

/** Fields within fields are named by their path: row.weapon_type. */
function factsIn(details: Record<string, unknown>, path = ''): [name: string, value: string][] {
  return Object.entries(details).flatMap(([name, value]): [string, string][] => {
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isRecord) return factsIn({ ...value }, `${path}${name}.`);
    return [[`${path}${name}`, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
}
