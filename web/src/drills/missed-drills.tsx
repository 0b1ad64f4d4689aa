import { IconAlertTriangle } from '@tabler/icons-react';
import type { DeviceDrills } from '@vedette/contract/drill';
import { Link } from 'react-router';
import { buttonLook } from '../ui/button-look.ts';
import { momentOf } from '../ui/moment.ts';
import { useDrills } from './drills.queries.ts';

const NAMED = 3;

/** Names the devices whose last drill no screen has shown in time; hidden while there is none. */
export function MissedDrills({ large = false }: { large?: boolean }) {
  const { data } = useDrills();
  const missed = data?.devices.filter(({ last }) => last?.missed && last.painted_at === null) ?? [];
  const [first] = missed;
  if (first === undefined) return null;
  return (
    <section
      aria-label="Missed drills"
      className={`flex flex-wrap items-center gap-3 rounded-xl border-2 border-danger-solid bg-danger-soft px-4 py-3 font-semibold text-danger-ink sm:px-5 ${large ? 'text-[clamp(1.1rem,1.9vw,2.5rem)]/tight' : 'text-sm'}`}
    >
      <IconAlertTriangle size="1.5em" stroke={1.9} className="shrink-0" aria-hidden="true" />
      <p role="alert" className="min-w-0 grow basis-52 wrap-anywhere tabular-nums">
        {missedText(missed)}
      </p>
      <Link
        to={missed.length === 1 ? `/devices/${first.device_id}` : '/devices'}
        className={`${buttonLook({ variant: 'outline', size: 'small' })} shrink-0`}
      >
        {missed.length === 1 ? 'Open device' : 'Open devices'}
      </Link>
    </section>
  );
}

export function missedText(missed: readonly DeviceDrills[]): string {
  const named = missed
    .slice(0, NAMED)
    .map(({ device, last }) => `${device}${last ? ` (sent ${momentOf(last.sent_at)})` : ''}`);
  const more = missed.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  const devices = named.length === 0 ? last : `${named.join(', ')} and ${last}`;
  return `No screen has shown the last drill of ${devices}`;
}
