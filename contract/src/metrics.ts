import Type, { type Static } from 'typebox';
import { Text } from './text.ts';
import { THREAT_LEVEL_MAX, THREAT_LEVEL_MIN } from './threat-level.ts';

/** A number is shown with its unit, text (at most 64 characters) unchanged. */
const Reading = Type.Union([Type.Number(), Text(64)]);

/** The device's own readings at the time of a detection. Every field is optional. */
export const ReportedMetrics = Type.Object(
  {
    confidence_score: Type.Optional(Reading),
    threat_level: Type.Optional(
      Type.Union([Type.Integer({ minimum: THREAT_LEVEL_MIN, maximum: THREAT_LEVEL_MAX }), Text(64)]),
    ),
    device_type: Type.Optional(Reading),
    device_id: Type.Optional(Reading),
    cpu_usage: Type.Optional(Reading),
    gpu_usage: Type.Optional(Reading),
    ram_usage: Type.Optional(Reading),
    disk_usage: Type.Optional(Reading),
    cpu_temp: Type.Optional(Reading),
    gpu_temp: Type.Optional(Reading),
    cpu_voltage: Type.Optional(Reading),
    gpu_voltage: Type.Optional(Reading),
    network_status: Type.Optional(Reading),
    network_speed: Type.Optional(Reading),
    network_signal_strength: Type.Optional(Reading),
    detection_latency: Type.Optional(Reading),
    distance_to_detection: Type.Optional(Reading),
    alert_played: Type.Optional(Type.Union([Type.Boolean(), Text(64)])),
    database_status: Type.Optional(Reading),
    timestamp: Type.Optional(Reading),
  },
  { additionalProperties: false },
);
export type ReportedMetrics = Static<typeof ReportedMetrics>;

const Shown = Type.Union([Type.Number(), Type.String()], { description: "a number, text, or 'N/A'" });

/** The specification's Metrics: every field is present, 'N/A' when its value is unknown. */
export const Metrics = Type.Object({
  confidence_score: Shown,
  threat_level: Shown,
  device_type: Shown,
  device_id: Shown,
  cpu_usage: Shown,
  gpu_usage: Shown,
  ram_usage: Shown,
  disk_usage: Shown,
  cpu_temp: Shown,
  gpu_temp: Shown,
  cpu_voltage: Shown,
  gpu_voltage: Shown,
  network_status: Shown,
  network_speed: Shown,
  network_signal_strength: Shown,
  detection_latency: Shown,
  distance_to_detection: Shown,
  alert_played: Type.Union([Type.Boolean(), Type.String()]),
  database_status: Shown,
  timestamp: Shown,
});
export type Metrics = Static<typeof Metrics>;

export const MetricsAnswer = Type.Object({ success: Type.Literal(true), metrics: Metrics });
export type MetricsAnswer = Static<typeof MetricsAnswer>;
