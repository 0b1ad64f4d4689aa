import { IconArrowLeft } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Incident, IncidentAnswer } from '@vedette/contract/incident';
import { type ReactNode, useRef, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { useTeam } from '../answering/use-team.ts';
import { useMay } from '../api/permissions.ts';
import { describePlace, describeWeapon } from '../detections/format.ts';
import { FramePanel } from '../frames/frame-panel.tsx';
import { LatestMetrics } from '../modals/metrics/latest-metrics.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/format-count.ts';
import { formatTime } from '../ui/moment.ts';
import { PageTitle } from '../ui/pages/page-title.tsx';
import { ConfidenceBadge, ThreatLevelBadge } from '../view-parts/detection-badges.tsx';
import { IncidentFailed, IncidentLoading, IncidentStale } from './incident-faces.tsx';
import { IncidentStrip } from './incident-strip.tsx';
import { IncidentTimeline } from './incident-timeline.tsx';
import { oneIncident, useIncidentEvents } from './incidents.queries.ts';

type Props = {
  id: number;
  /** Shown when there is no such incident. */
  unknown: ReactNode;
};

export function IncidentPage({ id, unknown }: Props) {
  const query = useInfiniteQuery(oneIncident(id));
  useIncidentEvents(id);
  const { data, isError, error, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const failure = isError ? { reason: error.message, busy: isFetching, onRetry: () => void query.refetch() } : null;
  const pages = data?.pages.filter((page) => page !== null) ?? [];
  const [first] = pages;

  if (data && !first) return unknown;
  // It became part of an older one.
  if (first && first.incident.id !== id) return <Navigate to={`/incidents/${first.incident.id}`} replace />;
  return (
    <div className="page-width flex flex-col gap-5 py-6 lg:py-8">
      <PageTitle>{`Incident ${id} · Vedette`}</PageTitle>
      <Link to="/dashboard" className="flex items-center gap-2 text-sm text-muted hover:text-ink">
        <IconArrowLeft size="1rem" aria-hidden="true" />
        Dashboard
      </Link>
      {failure && (first ? <IncidentStale {...failure} /> : <IncidentFailed {...failure} />)}
      {!first && !isError && <IncidentLoading />}
      {first && (
        <>
          <Head incident={first.incident} />
          <Answering incident={first.incident} onOpened={() => void query.refetch()} />
          <Sightings
            pages={pages}
            earlier={
              hasNextPage && (
                <Button variant="outline" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  Show Earlier Sightings
                </Button>
              )
            }
          />
        </>
      )}
    </div>
  );
}

function Head({ incident }: { incident: Incident }) {
  const { sightings, first_seen, last_seen, device, device_id, threat_level, confidence } = incident;
  const facts: [string, ReactNode][] = [
    ['Sightings', formatCount(sightings)],
    [
      'First seen',
      <time key="first" dateTime={first_seen}>
        {formatTime(first_seen)}
      </time>,
    ],
    [
      'Last seen',
      <time key="last" dateTime={last_seen}>
        {formatTime(last_seen)}
      </time>,
    ],
    ['Location', describePlace(incident)],
    [
      'Device',
      device_id === null ? (
        (device ?? 'Unknown')
      ) : (
        <Link key="device" to={`/devices/${device_id}`} className="text-accent-ink hover:underline">
          {device ?? device_id}
        </Link>
      ),
    ],
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{describeWeapon(incident)}</h1>
        <span className="text-sm text-muted tabular-nums">{`Incident ${incident.id}`}</span>
        <p className="flex gap-1.5">
          <ThreatLevelBadge threat_level={threat_level} />
          <ConfidenceBadge confidence={confidence} />
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-3 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** With TEAM: who has it, and a field for notes. */
function Answering({ incident: { id, answer }, onOpened }: { incident: Incident; onOpened: () => void }) {
  const team = useTeam();
  const notes = useRef<HTMLFormElement>(null);
  const mayAnswer = useMay('incidents.answer');
  if (!team) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <team.AnswerPanel
        incidentId={id}
        loaded={answer}
        onOpened={onOpened}
        onNote={() => notes.current?.querySelector('textarea')?.focus()}
      />
      {mayAnswer && (
        <Card className="p-4 sm:p-5">
          <team.NoteForm ref={notes} incidentId={id} />
        </Card>
      )}
    </div>
  );
}

function Sightings({ pages, earlier }: { pages: readonly IncidentAnswer[]; earlier: ReactNode }) {
  const [first] = pages;
  const [chosen, setChosen] = useState<number | null>(null);
  const detections = pages.flatMap((page) => page.detections).reverse();
  const best = chosen ?? first?.incident.picture?.detection_id;
  const shown = detections.find(({ id }) => id === best) ?? detections.at(-1);
  if (!shown) return null;
  return (
    <>
      <IncidentStrip detections={detections} shown={shown} onShow={setChosen} />
      {earlier}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Card className="p-4 sm:p-5">
          <h2 className="mb-3 font-semibold">{`Seen ${formatTime(shown.timestamp)}`}</h2>
          <FramePanel key={shown.id} detection={shown} />
        </Card>
        <Card className="p-4 sm:p-5">
          <h2 className="mb-3 font-semibold">Timeline</h2>
          <IncidentTimeline
            id={first?.incident.id ?? 0}
            moments={pages.toReversed().flatMap((page) => page.timeline)}
            actions={first?.actions ?? []}
            shown={shown.id}
            onShow={setChosen}
          />
        </Card>
      </div>
      <Card className="p-4 sm:p-5">
        <h2 className="mb-3 font-semibold">Device at That Moment</h2>
        <LatestMetrics key={shown.id} id={shown.id} />
      </Card>
    </>
  );
}
