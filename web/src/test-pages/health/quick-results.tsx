import type { FrameAnswer, ThreatsAnswer } from '@vedette/contract/detection';
import type { Metrics } from '@vedette/contract/metrics';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../facts.tsx';
import { localTime } from '../local-time.ts';

const LISTED_THREATS = 5;

/** Shows the fields with the names and values of the response. */
export function MetricsResult({ metrics }: { metrics: Metrics }) {
  return <Facts facts={Object.entries(metrics).map(([name, value]) => [name, String(value)] as const)} />;
}

export function FrameResult({ answer, id }: { answer: FrameAnswer; id: string }) {
  const { frame_data, timestamp } = answer;
  if (frame_data === null) return <p className="text-sm text-muted">No frame data available</p>;
  return (
    <figure className="grid grid-cols-1 gap-2">
      <img
        src={frame_data}
        alt={`Frame of detection ${id}`}
        className="aspect-video w-full rounded-lg bg-black object-contain"
      />
      <figcaption className="text-xs text-muted tabular-nums">
        {Math.round((frame_data.length * 3) / 4 / 1_024)} KiB, {localTime(timestamp)}
      </figcaption>
    </figure>
  );
}

export function ThreatsResult({ answer, onChoose }: { answer: ThreatsAnswer; onChoose: (id: number) => void }) {
  const { active_weapon_threats: threats, threat_count, timestamp } = answer;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Facts
        facts={[
          ['threat_count', threat_count.toLocaleString('en-US')],
          ['timestamp', localTime(timestamp)],
        ]}
      />
      {threats.length === 0 && <p className="text-sm text-muted">No active threats detected</p>}
      <ul className="grid grid-cols-1 gap-1.5">
        {threats.slice(0, LISTED_THREATS).map(({ id, weapon_type, location }) => (
          <li key={id} className="flex items-center justify-between gap-3 text-sm">
            <span className="min-w-0 truncate">
              <span className="text-muted tabular-nums">#{id}</span> {weapon_type}, {location ?? 'Unknown'}
            </span>
            <Button variant="quiet" size="small" aria-label={`Use detection ${id}`} onClick={() => onChoose(id)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
