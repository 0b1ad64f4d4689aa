import type { Detection } from '@vedette/contract/detection';
import { useTeam } from '../answering/use-team.ts';
import { useDashboardStore } from '../detections/dashboard-store-context.ts';
import { describePlace, describeWeapon, formatAge, formatConfidence } from '../detections/format.ts';
import { incidentKey } from '../detections/incident-groups.ts';
import { FrameThumbnail } from '../frames/frame-thumbnail.tsx';
import { classNames } from '../ui/class-names.ts';
import { formatTime } from '../ui/moment.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useNow } from '../ui/use-now.ts';
import { gradeThreatLevel, inkOf } from '../view-parts/level-tones.ts';
import { NoDetections } from '../view-parts/no-detections.tsx';

type Props = { loading: boolean; main: Detection | undefined };

/** The main threat: its frame as large as the screen allows, and its details. */
export function WallThreat({ loading, main }: Props) {
  if (loading) return <Skeleton className="min-h-96 rounded-2xl" />;
  if (!main) {
    return (
      <div className="grid text-[clamp(1rem,1.6vw,2rem)]">
        <NoDetections text="No active threats detected" />
      </div>
    );
  }
  return <Threat key={incidentKey(main)} detection={main} />;
}

function Threat({ detection }: { detection: Detection }) {
  const { arrivals } = useDashboardStore();
  const team = useTeam();
  const { id, threat_level, confidence, device, timestamp } = detection;
  return (
    <article
      aria-labelledby="wall-threat"
      className={classNames(
        'flex min-h-0 flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-card',
        arrivals.has(id) && detection.answer?.state !== 'acknowledged' && 'arrived-ring',
      )}
    >
      <FrameThumbnail
        key={id}
        detection={detection}
        large
        className="max-lg:aspect-video lg:min-h-64 lg:grow text-base"
      />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-5 py-4 lg:px-7 lg:py-5">
        <div className="min-w-0">
          <h2
            id="wall-threat"
            className="flex flex-wrap items-baseline gap-x-5 text-[clamp(2rem,4vw,5rem)]/none font-semibold tracking-tight"
          >
            {describeWeapon(detection)}
            <span
              className={`text-[0.45em] font-semibold tabular-nums ${inkOf[gradeThreatLevel(threat_level)]}`}
            >{`Threat ${threat_level}/10`}</span>
            <span className="text-[0.45em] font-medium text-muted tabular-nums">{formatConfidence(confidence)}</span>
          </h2>
          <p className="mt-3 text-[clamp(1.25rem,2.2vw,2.75rem)]/tight font-medium">{describePlace(detection)}</p>
          {team && detection.answer && (
            <p className="mt-3 text-[clamp(1rem,1.35vw,1.75rem)]/snug font-semibold text-calm-ink wrap-anywhere">
              {team.describeAnswer(detection.answer)}
            </p>
          )}
        </div>
        <div className="text-[clamp(1rem,1.35vw,1.75rem)]/snug text-muted tabular-nums sm:text-right">
          <p className="font-semibold text-ink">
            <Age timestamp={timestamp} /> ago
          </p>
          <p>
            <time dateTime={timestamp}>{formatTime(timestamp)}</time>
          </p>
          <p>{`${device ?? 'Unknown'} · #${id}`}</p>
        </div>
      </div>
    </article>
  );
}

function Age({ timestamp }: { timestamp: string }) {
  return formatAge(useNow(1_000) - Date.parse(timestamp));
}
