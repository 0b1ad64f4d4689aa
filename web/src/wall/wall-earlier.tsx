import type { Detection } from '@vedette/contract/detection';
import { useTeam } from '../answering/use-team.ts';
import { describePlace, describeWeapon, formatClock, formatDate } from '../detections/format.ts';
import { FrameThumbnail } from '../frames/frame-thumbnail.tsx';
import { gradeThreatLevel, inkOf } from '../view-parts/level-tones.ts';

const SHOWN = 8;

type Props = { items: readonly Detection[] | undefined; main: Detection | undefined };

/** The other active threats, newest first, as many as fit. */
export function WallEarlier({ items, main }: Props) {
  const team = useTeam();
  const earlier = items?.filter(({ id }) => id !== main?.id).slice(0, SHOWN) ?? [];
  if (earlier.length === 0) return null;
  return (
    <section
      aria-labelledby="wall-earlier"
      className="flex min-h-0 grow flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-card"
    >
      <h2 id="wall-earlier" className="px-4 pt-3 pb-2 text-[clamp(0.875rem,0.95vw,1.25rem)] text-muted lg:px-5 lg:pt-4">
        Earlier active threats
      </h2>
      {/* A row that does not fit wraps into a hidden column, so that no row is cut. */}
      <ul className="flex min-h-0 grow flex-col overflow-hidden lg:flex-wrap">
        {earlier.map((detection) => (
          <li key={detection.id} className="flex w-full items-center gap-4 border-t border-line px-4 py-2.5 lg:px-5">
            <FrameThumbnail
              detection={detection}
              className="aspect-video w-[clamp(6rem,7.5vw,11rem)] shrink-0 rounded-lg text-xs"
            />
            <div className="min-w-0 grow leading-snug">
              <p className="flex items-baseline justify-between gap-3 text-[clamp(1rem,1.25vw,1.75rem)] font-semibold">
                <span className="truncate">{describeWeapon(detection)}</span>
                <span
                  className={`shrink-0 tabular-nums ${inkOf[gradeThreatLevel(detection.threat_level)]}`}
                >{`${detection.threat_level}/10`}</span>
              </p>
              <p className="truncate text-[clamp(0.875rem,1vw,1.375rem)]">{describePlace(detection)}</p>
              <p className="text-[clamp(0.8125rem,0.9vw,1.25rem)] text-muted tabular-nums">
                {moment(detection.timestamp)}
              </p>
              {team && detection.answer && (
                <p className="text-[clamp(0.8125rem,0.9vw,1.25rem)] text-calm-ink wrap-anywhere">
                  {team.describeAnswer(detection.answer)}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The time of day; detections before today also have the date. */
function moment(timestamp: string): string {
  const at = Date.parse(timestamp);
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? formatClock(at) : `${formatDate(at)}, ${formatClock(at)}`;
}
