import { IconVideoOff } from '@tabler/icons-react';
import type { UnwatchedDevice, UnwatchedDevices } from '@vedette/contract/stream-event';
import { Link } from 'react-router';
import { useUnwatchedDevices } from '../live/live-context.ts';
import { buttonLook } from '../ui/button-look.ts';
import { momentOf } from '../ui/moment.ts';

/** Names the devices that are offline or blind; hidden while there is none. */
export function UnwatchedNotice({ large = false }: { large?: boolean }) {
  const devices = useUnwatchedDevices();
  if (devices.count === 0) return null;
  return (
    <section
      aria-label="Devices that do not watch"
      className={`flex flex-wrap items-center gap-3 rounded-xl border border-edge bg-caution-soft px-4 py-3 font-semibold text-caution-ink sm:px-5 ${large ? 'text-[clamp(1.1rem,1.9vw,2.5rem)]/tight' : 'text-sm'}`}
    >
      <IconVideoOff size="1.5em" stroke={1.9} className="shrink-0" aria-hidden="true" />
      <p role="alert" className="min-w-0 grow basis-52 wrap-anywhere tabular-nums">
        {unwatchedText(devices)}
      </p>
      <Link to="/devices" className={`${buttonLook({ variant: 'outline', size: 'small' })} shrink-0`}>
        Open devices
      </Link>
    </section>
  );
}

function unwatchedText({ count, latest }: UnwatchedDevices): string {
  const named = latest.map(deviceText);
  const more = count - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return named.length === 0 ? `Not watching: ${last}` : `Not watching: ${named.join(', ')} and ${last}`;
}

function deviceText({ name, state, since }: UnwatchedDevice): string {
  const what = state === 'offline' ? 'offline' : 'no frames';
  return `${name} (${what} since ${momentOf(since)})`;
}
