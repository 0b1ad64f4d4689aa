import type { Answer } from './answer.ts';
import type { Detection } from './detection.ts';
import type { Drill } from './drill.ts';
import type { ReceiverKind } from './escalation.ts';

/**
 * The Server-Sent Events of GET /api/detections/stream. Events carry `id: <seq>`, except `storage`, `devices` and a `reset` that answers
 * a reconnect. A reconnect sends the id back as Last-Event-ID and receives the missed events, once and in order. `reset` means:
 * load everything again, because too many events were missed, too many detections were deleted at once, or an incident fell apart.
 * `incident.merged`: the detections of incident `id` are in incident `into`. `incident.answered`: somebody took, closed or reopened an
 * incident, or wrote a note. `incident.escalated`: nobody has acknowledged it for so long that a rung of the policy has fired.
 * `incident.undelivered`: its alarm has reached nobody outside. `drill`: one was sent, painted by a screen, or missed. `storage` is sent when
 * reports begin to be refused and when they are accepted again, and after a `hello` while they are refused. `devices` is sent when the
 * state of any device has changed; a `hello` says the same while a device is offline or blind.
 */
export type StreamEvent =
  | { type: 'hello'; data: { seq: number; server_version: string; devices?: UnwatchedDevices } }
  | { type: 'detection.created'; data: Detection }
  | { type: 'detection.deleted'; data: { id: number } }
  | { type: 'incident.merged'; data: { id: number; into: number } }
  | { type: 'incident.answered'; data: Answer }
  | { type: 'drill'; data: Drill }
  | { type: 'incident.escalated'; data: IncidentEscalated }
  | { type: 'incident.undelivered'; data: { incident_id: number } }
  | { type: 'detections.cleared'; data: Record<string, never> }
  | { type: 'reset'; data: Record<string, never> }
  | { type: 'storage'; data: StorageState }
  | { type: 'devices'; data: UnwatchedDevices };

/** A rung that has fired. Screens act on `screens` and `sound` among its kinds. */
export type IncidentEscalated = {
  incident_id: number;
  rung: number;
  kinds: ReceiverKind[];
  /** Weapon and place. */
  title: string;
  threat_level: number;
  /** For so many seconds nobody had answered when it was due. */
  unanswered_s: number;
  /** 0, or how late it was because no server was running. */
  late_s: number;
};

/** Whether reports can be stored; if not, why, and since when (ISO 8601). */
export type StorageState = { refused: null } | { refused: StorageProblem; since: string };
export type StorageProblem = 'disk-full' | 'database';

/** The devices that are offline or blind: how many, and those that became so last. */
export type UnwatchedDevices = { count: number; latest: UnwatchedDevice[] };
export type UnwatchedDevice = { device_id: string; name: string; state: 'offline' | 'blind'; since: string };

export const STREAM_EVENT_TYPES = [
  'hello',
  'detection.created',
  'detection.deleted',
  'incident.merged',
  'incident.answered',
  'drill',
  'incident.escalated',
  'incident.undelivered',
  'detections.cleared',
  'reset',
  'storage',
  'devices',
] as const satisfies readonly StreamEvent['type'][];
