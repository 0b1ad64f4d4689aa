import { IconAlertTriangle } from '@tabler/icons-react';
import type { DeviceDrills } from '@vedette/contract/drill';
import { Link } from 'react-router';
import { buttonLook } from '../ui/button-look.ts';
import { momentOf } from '../ui/moment.ts';
import { useDrillEvents, useDrills } from './drills.queries.ts';

const NAMED = 3;

/** Names the devices whose last drill no screen has shown in time; hidden while there is none. On every page of a team. */
export function MissedDrills() {
  const { data, isError, error } = useDrills();
  useDrillEvents();
  if (!data && isError) {
    return (
      <p role="alert" className="bg-danger-soft px-4 py-3 text-sm font-semibold text-danger-ink">
        {`Whether drills were missed is not known: ${error.message}`}
      </p>
    );
  }
  const missed =
    data?.devices.filter(({ every_s, last }) => every_s > 0 && last?.missed && last.painted_at === null) ?? [];
  const [first] = missed;
  if (first === undefined) return null;
  const isOne = missed.length === 1;
  return (
    <section aria-label="Missed drills" className="border-t border-danger-solid bg-danger-soft text-danger-ink">
      <div className="page-width flex min-h-13 items-center gap-3 py-1">
        <IconAlertTriangle size="1.25rem" stroke={1.9} className="shrink-0" aria-hidden="true" />
        <p role="alert" className="min-w-0 grow text-sm font-semibold tabular-nums">
          {missedText(missed)}
        </p>
        <Link
          to={isOne ? `/devices/${first.device_id}` : '/devices'}
          className={`${buttonLook({ variant: 'outline', size: 'small' })} shrink-0`}
          style={{ pointerEvents: 'auto' }}
        >
          {isOne ? 'Open device' : 'Open devices'}
        </Link>
      </div>
    </section>
  );
}

function missedText(missed: readonly DeviceDrills[]): string {
  const named = missed
    .slice(0, NAMED)
    .map(({ device, last }) => `${device}${last ? ` (sent ${momentOf(last.sent_at)})` : ''}`);
  const more = missed.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  const devices = named.length === 0 ? last : `${named.join(', ')} and ${last}`;
  return `No screen has shown the last drill of ${devices}`;
}
