import type { Detection } from '@vedette/contract/detection';
import { useTeam } from '../answering/use-team.ts';
import { knownPublicConfig } from '../api/public-config.ts';
import { describePlace, describeWeapon } from '../detections/format.ts';
import { FramePanel } from '../frames/frame-panel.tsx';
import { formatTime } from '../ui/moment.ts';
import { ConfidenceBadge, ThreatLevelBadge } from '../view-parts/detection-badges.tsx';
import { Acknowledgement } from './acknowledgement.tsx';
import { type LabelledFact, LabelledFacts } from './labelled-facts.tsx';
import { ModelName } from './model-name.tsx';
import { WeaponIcon } from './weapon-icon.tsx';
import { WithDetection } from './with-detection.tsx';

export function ThreatDetails({ id }: { id: number }) {
  return <WithDetection id={id}>{(detection) => <Details detection={detection} />}</WithDetection>;
}

function Details({ detection }: { detection: Detection }) {
  return (
    <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_15rem] lg:grid-rows-[auto_1fr]">
      <ThreatHeader detection={detection} />
      <ThreatFacts detection={detection} />
      <div className="min-w-0 lg:col-start-1 lg:row-span-3 lg:row-start-1">
        <FramePanel detection={detection} />
      </div>
      <Answering detection={detection} />
    </div>
  );
}

/** The guard's own tick, or with TEAM the answer of its incident. */
function Answering({ detection: { incident_id, answer } }: { detection: Detection }) {
  const team = useTeam();
  if (!knownPublicConfig()?.team || incident_id === undefined) return <Acknowledgement />;
  if (!team) {
    return (
      <p role="status" className="text-sm text-muted">
        Loading who has it
      </p>
    );
  }
  return <team.AnswerPanel key={incident_id} incidentId={incident_id} loaded={answer} />;
}

function ThreatHeader({ detection }: { detection: Detection }) {
  const { weapon_type, threat_level, confidence } = detection;
  return (
    <div className="flex min-w-0 items-center gap-3.5">
      <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-danger-soft text-danger-ink">
        <WeaponIcon weaponType={weapon_type} className="size-8" />
      </span>
      <div className="min-w-0">
        <h3 className="text-lg leading-tight font-semibold wrap-anywhere">{describeWeapon(detection)}</h3>
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          <ThreatLevelBadge threat_level={threat_level} />
          <ConfidenceBadge confidence={confidence} />
        </p>
      </div>
    </div>
  );
}

function ThreatFacts({ detection }: { detection: Detection }) {
  return (
    <LabelledFacts
      className="grid-cols-2 content-start sm:grid-cols-4 lg:grid-cols-1"
      facts={[
        {
          label: 'Detection time',
          value: <time dateTime={detection.timestamp}>{formatTime(detection.timestamp)}</time>,
        },
        { label: 'Location', value: describePlace(detection) },
        { label: 'Device', value: detection.device ?? 'Unknown' },
        { label: 'Device ID', value: detection.device_id ?? 'Unknown' },
        ...foundBy(detection),
      ]}
    />
  );
}

/** What only some devices report. */
function foundBy({ model, track_id }: Detection): LabelledFact[] {
  return [
    ...(model ? [{ label: 'Model', value: <ModelName model={model} /> }] : []),
    ...(track_id ? [{ label: 'Track', value: track_id }] : []),
  ];
}
