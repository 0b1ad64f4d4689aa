import { IconClock, IconDeviceCctv, IconMapPin } from '@tabler/icons-react';
import type { Detection } from '@vedette/contract/detection';
import type { ReactNode } from 'react';
import { describePlace } from '../detections/format.ts';
import { formatTime } from '../ui/moment.ts';

/** The location, time and device of a detection. */
export function DetectionFacts({ detection }: { detection: Detection }) {
  return (
    <dl className="grid min-w-0 gap-1.5 text-sm text-muted">
      <Fact name="Location" Icon={IconMapPin} long>
        {describePlace(detection)}
      </Fact>
      <Fact name="Time" Icon={IconClock}>
        <time dateTime={detection.timestamp} className="tabular-nums">
          {formatTime(detection.timestamp)}
        </time>
      </Fact>
      <Fact name="Device" Icon={IconDeviceCctv}>
        {/* The sixteen digits of the device id are too long for a card; the modal shows them. */}
        {detection.device ?? 'Unknown'} <span className="sr-only">{detection.device_id}</span>
      </Fact>
    </dl>
  );
}

type FactProps = {
  name: string;
  Icon: typeof IconClock;
  /** Whether the value may take two lines. A card has room for one such value: the location, which guards need in full. */
  long?: boolean;
  children: ReactNode;
};

function Fact({ name, Icon, long = false, children }: FactProps) {
  return (
    <div className="flex min-w-0 items-start gap-2">
      <Icon size="1rem" stroke={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
      <dt className="sr-only">{name}</dt>
      <dd className={`min-w-0 ${long ? 'line-clamp-2 wrap-anywhere' : 'truncate'}`}>{children}</dd>
    </div>
  );
}
