import { randomUUID } from 'node:crypto';
import type { Report } from '../../../contract/src/report.ts';
import type { Frame } from '../camera/frame.ts';
import type { Readings } from '../health/readings.ts';
import type { Detector } from '../model/detector.ts';
import type { Box } from '../model/objects.ts';
import type { Event } from '../outbox/outbox.ts';
import { labelOf, type Pipeline } from '../pipeline.ts';
import type { Settings } from '../settings/settings.ts';
import type { DueReport } from '../tracking/report-policy.ts';
import { toJpeg } from './evidence.ts';

export type ReportedModel = { name: string; sha256: string };
/** The contract's report, with all fields of evidence. */
export type AgentReport = Report & {
  box: { left: number; top: number; width: number; height: number };
  track_id: string;
  model: ReportedModel;
  annotated: boolean;
};

const MODEL_NAME_MAX = 128;

export function reportedModel({ name, sha256 }: Pick<Detector, 'name' | 'sha256'>): ReportedModel {
  return { name: name.slice(0, MODEL_NAME_MAX) || 'model', sha256 };
}

type EventInput = { due: DueReport; frame: Frame; pipeline: Pipeline; settings: Settings; readings: Readings };

/** Makes the event of a weapon: its report and the frame as JPEG. */
export async function toEvent({
  due,
  frame,
  pipeline,
  settings,
  readings,
}: EventInput): Promise<Event & { label: string }> {
  const { track, trackId } = due;
  const { weaponType, threatLevel } = pipeline.reported.get(track.classId) ?? { weaponType: 'weapon', threatLevel: 8 };
  const decidedAt = performance.now();
  const seenAt = new Date(Date.now() - (decidedAt - frame.readAt)).toISOString();
  const label = labelOf(weaponType, track.score);
  const jpeg = await toJpeg(frame, settings.annotate ? [{ box: track.box, label }] : [], settings.quality);
  const eventId = randomUUID();
  const report: AgentReport = {
    event_id: eventId,
    weapon_type: weaponType,
    confidence: Math.min(1, Math.max(0, track.score)),
    threat_level: threatLevel,
    timestamp: seenAt,
    ...(settings.location && { location: settings.location }),
    ...(settings.device && { device: settings.device }),
    box: fractionsOf(track.box, frame),
    track_id: trackId,
    model: reportedModel(pipeline.detector),
    annotated: settings.annotate,
    metrics: {
      ...readings,
      confidence_score: Math.round(track.score * 1_000) / 10,
      threat_level: threatLevel,
      detection_latency: Math.round(decidedAt - frame.readAt),
      timestamp: seenAt,
    },
  };
  return { eventId, threatLevel, report: JSON.stringify(report), frame: jpeg, label };
}

/** Fractions of the frame's width and height. */
export function fractionsOf({ left, top, right, bottom }: Box, { width, height }: { width: number; height: number }) {
  return {
    left: round(left / width),
    top: round(top / height),
    width: round((right - left) / width),
    height: round((bottom - top) / height),
  };
}

function round(fraction: number): number {
  return Math.round(fraction * 100_000) / 100_000;
}
