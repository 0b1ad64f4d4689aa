import type { AuditEntry } from '@vedette/contract/audit';
import { Button } from '../ui/button.tsx';

type Props = { entry: AuditEntry; sentence: string; onSubject: (subject: string) => void };

/** The recorded fields of an entry, and how it stands in its chain. */
export function AuditDetails({ entry, sentence, onSubject }: Props) {
  const { kind, actor, subject, details, chain, seq, hash } = entry;
  const facts: [name: string, value: string][] = [
    ['kind', kind],
    ...(actor?.id ? [['account', actor.id] as [string, string]] : []),
    ...(subject === null ? [] : [['subject', subject] as [string, string]]),
    ...factsIn(details),
    ['chain', `${chain}, number ${seq}`],
    ['SHA-256', hash],
  ];
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-pointer rounded text-xs text-muted">
        Details
        <span className="sr-only">{` of: ${sentence}`}</span>
      </summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {subject !== null && (
        <Button variant="outline" size="small" className="mt-3" onClick={() => onSubject(subject)}>
          Everything about This
          <span className="sr-only">{`: ${subject}`}</span>
        </Button>
      )}
    </details>
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
