import type { HandoverIncident } from '@vedette/contract/handover';
import { Link } from 'react-router';
import { describePlace, describeWeapon } from '../detections/format.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/format-count.ts';
import { formatTime } from '../ui/moment.ts';
import { outcomes } from './outcomes.ts';

/** Those that the next shift has to go on with come first. */
const order = Object.keys(outcomes);

export function HandoverList({ incidents, more }: { incidents: readonly HandoverIncident[]; more: number }) {
  const sorted = [...incidents].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  return (
    <Card className="overflow-x-auto">
      <table aria-label="Alarms" className="w-full text-left text-sm">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-muted">
            {['Alarm', 'First seen', 'Outcome', 'By', 'Note'].map((name) => (
              <th key={name} scope="col" className="px-4 py-2.5 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((incident) => (
            <Row key={incident.id} incident={incident} />
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <p className="px-4 py-3 text-sm text-muted">{`and ${formatCount(more)} more. Choose a shorter time to see them.`}</p>
      )}
    </Card>
  );
}

function Row({ incident }: { incident: HandoverIncident }) {
  const { id, first_seen, sightings, outcome, seen, answer } = incident;
  const { title, tone } = outcomes[outcome];
  return (
    <tr className="border-b border-line align-top last:border-0 max-md:grid max-md:gap-y-1 max-md:p-4">
      <th scope="row" className="px-4 py-3 font-medium wrap-anywhere max-md:p-0">
        <Link to={`/incidents/${id}`} className="text-accent-ink hover:underline">
          {`${describeWeapon(incident)}, ${describePlace(incident)}`}
        </Link>
        <span className="block font-normal text-muted tabular-nums">
          {`Threat ${incident.threat_level}/10, ${sightings === 1 ? '1 sighting' : `${formatCount(sightings)} sightings`}`}
        </span>
      </th>
      <td className="px-4 py-3 tabular-nums max-md:p-0">
        <time dateTime={first_seen}>{formatTime(first_seen)}</time>
      </td>
      <td className="px-4 py-3 max-md:p-0">
        <Badge tone={tone}>{outcome === 'open' && !seen ? 'Open, unseen' : title}</Badge>
      </td>
      <td className="px-4 py-3 wrap-anywhere max-md:p-0 max-md:empty:hidden">
        {answer?.closed_by ?? answer?.acknowledged_by}
      </td>
      <td className="px-4 py-3 wrap-anywhere max-md:p-0 max-md:empty:hidden">{answer?.note}</td>
    </tr>
  );
}
