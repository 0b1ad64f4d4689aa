import { boxProblem, type FrameBox } from '@vedette/contract/evidence';
import { LOCATION_MAX } from '@vedette/contract/limits';
import type { Report } from '@vedette/contract/report';
import type { ReportedAs } from '../frigate-settings.ts';
import type { CameraSetup, ListedEvent, TrackedObject } from './frigate-messages.ts';

/** A true positive of Frigate, from a message or from its list of events. */
export type Sighting = {
  id: string;
  camera: string;
  label: string;
  /** 0 to 1. */
  confidence: number;
  /** Milliseconds since the epoch. */
  startedAt: number;
  zones: readonly string[];
  /** The snapshot of an ended event is rendered by Frigate's settings and ignores the request's parameters. */
  ended: boolean;
  /** The box in the snapshot. */
  box: PixelBox | FractionBox | null;
};
type PixelBox = { unit: 'pixels'; edges: readonly number[] };
type FractionBox = { unit: 'fractions'; extent: readonly number[] };

/** Returns null for a false positive. */
export function sightingFromMessage(tracked: TrackedObject): Sighting | null {
  if (tracked.false_positive) return null;
  const { snapshot, snapshot_time, frame_time } = tracked;
  // A box of another moment than the snapshot's would be drawn in the wrong place.
  const edges = snapshot?.box ?? (snapshot_time && snapshot_time === frame_time ? tracked.box : null);
  return {
    ...common(tracked),
    confidence: clampFraction(tracked.top_score ?? tracked.score ?? 0),
    zones: tracked.entered_zones ?? [],
    box: edges ? { unit: 'pixels', edges } : null,
  };
}

/** Returns null for a false positive. */
export function sightingFromList(event: ListedEvent): Sighting | null {
  if (event.false_positive) return null;
  const extent = event.data?.box;
  return {
    ...common(event),
    confidence: clampFraction(event.data?.top_score ?? event.top_score ?? event.data?.score ?? 0),
    zones: event.zones ?? [],
    box: extent ? { unit: 'fractions', extent } : null,
  };
}

function common({ id, camera, label, start_time, end_time }: TrackedObject | ListedEvent) {
  return { id, camera, label, startedAt: Math.round(start_time * 1_000), ended: typeof end_time === 'number' };
}

const TRACK_ID_MAX = 64;

export const eventIdOf = ({ id }: Pick<Sighting, 'id'>) => `frigate:${id}`;

/** @param options.place the location in the device's registration */
export function reportOf(options: {
  sighting: Sighting;
  as: ReportedAs;
  place: string | null;
  picture: { width: number; height: number } | null;
  setup: CameraSetup | undefined;
}): Report {
  const { sighting, as, place, picture, setup } = options;
  const box = picture === null || setup === undefined ? null : boxIn({ sighting, picture, setup });
  return {
    event_id: eventIdOf(sighting),
    weapon_type: as.weaponType,
    confidence: sighting.confidence,
    ...(as.threatLevel !== undefined && { threat_level: as.threatLevel }),
    timestamp: new Date(sighting.startedAt).toISOString(),
    location: locationOf(place ?? sighting.camera, sighting.zones),
    ...(sighting.id.length <= TRACK_ID_MAX && { track_id: sighting.id }),
    ...(box !== null && { box }),
    ...(picture !== null && isDrawnIn(sighting, setup) && { annotated: true }),
  };
}

/** Frigate draws the box into the snapshot that it saves at the end of an event, unless its settings say otherwise. */
function isDrawnIn({ ended }: Sighting, setup: CameraSetup | undefined): boolean {
  return ended && (setup?.snapshots?.bounding_box ?? true);
}

type BoxIn = { sighting: Sighting; picture: { width: number; height: number }; setup: CameraSetup };

/** Converts the box to fractions of the picture; null when it is unknown, or when the picture does not show the whole detect stream. */
function boxIn({ sighting: { box }, picture, setup: { detect } }: BoxIn): FrameBox | null {
  const shape = picture.width / picture.height / (detect.width / detect.height);
  if (box === null || Math.abs(shape - 1) > SHAPE_TOLERANCE) return null;
  if (box.unit === 'fractions') {
    const [left = 0, top = 0, width = 0, height = 0] = box.extent;
    return clippedBox({ left, top, right: left + width, bottom: top + height });
  }
  const [left = 0, top = 0, right = 0, bottom = 0] = box.edges;
  const { width, height } = detect;
  return clippedBox({ left: left / width, top: top / height, right: right / width, bottom: bottom / height });
}

/** The aspect ratio of scaled pictures differs, because width and height are rounded to pixels. */
const SHAPE_TOLERANCE = 0.02;

function clippedBox(edges: { left: number; top: number; right: number; bottom: number }): FrameBox | null {
  const [left, top] = [clampFraction(edges.left), clampFraction(edges.top)];
  const box = { left, top, width: clampFraction(edges.right) - left, height: clampFraction(edges.bottom) - top };
  return box.width > 0 && box.height > 0 && boxProblem(box) === null ? box : null;
}

/** Formats a location such as 'Gate (driveway, yard)'. */
function locationOf(place: string, zones: readonly string[]): string {
  const named = zones.filter((zone) => /^[\w -]{1,64}$/.test(zone));
  const whole = named.length === 0 ? place : `${place} (${named.join(', ')})`;
  return whole.length > LOCATION_MAX ? place : whole;
}

function clampFraction(value: number): number {
  return Math.min(1, Math.max(0, value));
}
