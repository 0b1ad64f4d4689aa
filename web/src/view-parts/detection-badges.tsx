import type { Detection } from '@vedette/contract/detection';
import { threatBucket } from '@vedette/contract/threat-level';
import { formatConfidence } from '../detections/format.ts';
import { Badge } from '../ui/badge.tsx';

const tones = { high: 'danger', medium: 'caution', low: 'neutral' } as const;

export function ThreatLevelBadge({ threat_level }: Pick<Detection, 'threat_level'>) {
  return <Badge tone={tones[threatBucket(threat_level)]}>{`Threat ${threat_level}/10`}</Badge>;
}

export function ConfidenceBadge({ confidence }: Pick<Detection, 'confidence'>) {
  return (
    <Badge tone="accent">
      <span className="sr-only">Confidence </span>
      {formatConfidence(confidence)}
    </Badge>
  );
}

export function DetectionNumber({ id }: Pick<Detection, 'id'>) {
  return <span className="text-sm font-normal text-muted tabular-nums">#{id}</span>;
}
