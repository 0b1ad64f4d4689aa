import type { AuditEntry } from '@vedette/contract/audit';
import { auditInWords } from '@vedette/contract/audit-words';
import { Card } from '../ui/card.tsx';
import { formatTime } from '../ui/moment.ts';
import { AuditDetails } from './audit-details.tsx';

type Acts = { onActor: (actor: string) => void; onSubject: (subject: string) => void };

export function AuditTable({ entries, ...acts }: Acts & { entries: readonly AuditEntry[] }) {
  return (
    <Card className="overflow-hidden">
      <table aria-label="Audit log" className="w-full text-left text-sm max-md:block">
        <thead className="border-b border-line text-xs text-muted max-md:sr-only">
          <tr>
            <th className="px-5 py-3 font-medium">Time</th>
            <th className="px-3 py-3 font-medium">What happened</th>
            <th className="px-3 py-3 font-medium">By</th>
            <th className="px-5 py-3 font-medium">Network address</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} {...acts} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function AuditRow({ entry, onActor, onSubject }: Acts & { entry: AuditEntry }) {
  const { at, actor, address } = entry;
  const sentence = auditInWords(entry);
  return (
    <tr className="align-top max-md:grid max-md:gap-1 max-md:p-4">
      <td className="whitespace-nowrap text-muted tabular-nums md:px-5 md:py-3.5">
        <time dateTime={at} title={at}>
          {formatTime(at)}
        </time>
      </td>
      <td className="min-w-0 break-words md:px-3 md:py-3.5">
        <p>{sentence}</p>
        <AuditDetails entry={entry} sentence={sentence} onSubject={onSubject} />
      </td>
      <td className="min-w-0 md:px-3 md:py-3.5">
        {actor === null ? (
          <span className="text-muted">The server</span>
        ) : (
          <button
            type="button"
            className="max-w-full truncate rounded text-accent-ink underline"
            onClick={() => onActor(actor.name)}
          >
            <span className="sr-only">Only entries of </span>
            {actor.name}
          </button>
        )}
      </td>
      <td className="text-muted tabular-nums md:px-5 md:py-3.5">{address ?? <span className="sr-only">None</span>}</td>
    </tr>
  );
}
