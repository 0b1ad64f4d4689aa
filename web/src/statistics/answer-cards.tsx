import { useQuery } from '@tanstack/react-query';
import type { AnswerFigures } from '@vedette/contract/handover';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { BarTable } from '../ui/charts/bar-table.tsx';
import { ColumnChart } from '../ui/charts/column-chart.tsx';
import { formatCount } from '../ui/format-count.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { describeDuration, hourName, twoDigits } from './durations.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;
const DEVICES_SHOWN = 10;

/** How a team has answered the alarms of the last 30 days. */
export function AnswerCards() {
  const [timeZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { data, isError, error, isFetching, refetch } = useQuery({
    queryKey: ['answer-figures', timeZone],
    queryFn: () => {
      const to = Date.now();
      const span = { from: new Date(to - DAYS * DAY_MS).toISOString(), to: new Date(to).toISOString() };
      return request<AnswerFigures>(`/incidents/figures?${new URLSearchParams({ ...span, time_zone: timeZone })}`);
    },
    refetchOnMount: 'always',
  });
  if (data) return <FigureCards figures={data} timeZone={timeZone} />;
  return (
    <Card className="col-span-full p-4 sm:p-5" aria-busy={!isError}>
      {isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger-ink">
          {`How alarms were answered could not be loaded (${error.message}).`}
          <Button variant="outline" size="small" busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      ) : (
        <>
          <Skeleton className="h-44" />
          <p className="sr-only">Loading how alarms were answered</p>
        </>
      )}
    </Card>
  );
}

function FigureCards({ figures, timeZone }: { figures: AnswerFigures; timeZone: string }) {
  const { alarms, devices, hours, shifts } = figures;
  const falseAlarms = hours.reduce((sum, { false_alarms }) => sum + false_alarms, 0);
  const worst = devices.filter(({ false_alarms }) => false_alarms > 0).slice(0, DEVICES_SHOWN);
  return (
    <>
      <Card className="col-span-full p-4 sm:p-5">
        <h3 className="font-semibold">Time to Answer</h3>
        <p className="mt-1 mb-3 text-sm text-muted">{`${formatCount(alarms)} alarms of the last ${DAYS} days, by the shift in which they were first seen (${timeZone}).`}</p>
        <ul aria-label="Time to answer, by shift" className="grid gap-4 sm:grid-cols-3">
          {shifts.map((shift) => (
            <li key={shift.starts} className="rounded-lg bg-sunken p-3 text-sm tabular-nums">
              <h4 className="font-semibold">{`Shift from ${shift.starts}`}</h4>
              <dl className="mt-2 grid gap-1.5">
                {factsOf(shift).map(([name, value]) => (
                  <div key={name}>
                    <dt className="text-muted">{name}</dt>
                    <dd className="font-medium">{value}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </Card>
      <Card className="p-4 sm:p-5">
        <h3 className="mb-3 font-semibold">False Alarms by Device</h3>
        {worst.length === 0 ? (
          <p className="text-sm text-muted">{`No false alarms in the last ${DAYS} days.`}</p>
        ) : (
          <BarTable
            label="False alarms by device"
            headings={{ name: 'Device', value: 'False alarms', share: 'Share' }}
            bars={worst.map(({ device_id, name, alarms: all, false_alarms }) => ({
              id: device_id ?? `@${name}`,
              name,
              note: `of ${formatCount(all)}`,
              value: false_alarms,
              ...(device_id !== null && { to: `/devices/${device_id}` }),
            }))}
            format={formatCount}
          />
        )}
      </Card>
      <Card className="p-4 sm:p-5">
        <h3 className="mb-3 font-semibold">False Alarms by Hour of the Day</h3>
        <ColumnChart
          label="False alarms by hour of the day"
          columns={hours.map(({ hour, false_alarms }) => ({
            name: hourName(hour),
            value: false_alarms,
            ...(hour % 6 === 0 && { tick: `${twoDigits(hour)}:00` }),
          }))}
          describe={falseAlarmsIn}
          summary={`${falseAlarmsIn(falseAlarms)} in the last ${DAYS} days`}
        />
      </Card>
    </>
  );
}

function falseAlarmsIn(count: number): string {
  return count === 1 ? '1 false alarm' : `${formatCount(count)} false alarms`;
}

function factsOf(shift: AnswerFigures['shifts'][number]): [string, string][] {
  return [
    ['Seen to acknowledged', describeDuration(shift.seen_to_acknowledged)],
    ['Acknowledged to closed', describeDuration(shift.acknowledged_to_closed)],
    ['Alarms', formatCount(shift.alarms)],
    ['Not closed', formatCount(shift.alarms - shift.closed)],
  ];
}
