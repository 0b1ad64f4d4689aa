import type { Detection } from '@vedette/contract/detection';
import { formatConfidence } from '../detections/format.ts';
import { Badge } from '../ui/badge.tsx';
import { gradeThreatLevel, toneOf } from './level-tones.ts';

export function ThreatLevelBadge({ threat_level }: Pick<Detection, 'threat_level'>) {
  return <Badge tone={toneOf[gradeThreatLevel(threat_level)]}>{`Threat ${threat_level}/10`}</Badge>;
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
