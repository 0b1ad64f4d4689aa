import type { IncidentAction } from '@vedette/contract/incident';
import type { ReactNode } from 'react';
import { formatClock } from '../detections/format.ts';
import { verdictNames } from './describe-answer.ts';

const words: Record<IncidentAction['kind'], string> = {
  opened: 'Opened',
  acknowledged: 'Acknowledged',
  closed: 'Closed',
  reopened: 'Reopened',
  noted: 'Note',
};

/** What somebody did with an incident, in its timeline. */
export function ActionEntry({ action }: { action: IncidentAction }) {
  const { kind, timestamp, by, verdict, note, undone } = action;
  const what = verdict ? `${words[kind]}: ${verdictNames[verdict]}` : words[kind];
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 border-l-2 border-edge px-3 py-1.5">
      <span className="font-medium">{struck(what, undone)}</span>
      <time dateTime={timestamp} className="tabular-nums">
        {formatClock(Date.parse(timestamp))}
      </time>
      <span className="ml-auto text-muted wrap-anywhere">{by ?? 'automatically'}</span>
      {note && <p className="w-full whitespace-pre-wrap wrap-anywhere">{struck(note, undone)}</p>}
      {undone && <p className="w-full text-muted">Undone</p>}
    </div>
  );
}

function struck(text: string, undone: boolean): ReactNode {
  return undone ? <s>{text}</s> : text;
}
