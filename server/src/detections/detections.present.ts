import type { Comment } from '@vedette/contract/comment';
import type { Detection } from '@vedette/contract/detection';
import type { Metrics, ReportedMetrics } from '@vedette/contract/metrics';
import { labelsIn } from '../writer/counters/counted-labels.ts';
import { decodeEvidence } from '../writer/evidence.ts';
import type { CommentRow } from '../writer/thread/add-comment.ts';
import type { DetectionRow } from './detection-rows.ts';
import type { MetricsRow } from './detections.store.ts';

/** A detection as the API answers it. */
export function presentDetection(row: DetectionRow): Detection {
  const hasFrame = row.frame_size !== null;
  const { box, track_id, model, annotated } = decodeEvidence(row.evidence);
  return {
    id: row.id,
    detection_id: row.id,
    weapon_type: row.weapon_type,
    confidence: row.confidence,
    threat_level: row.threat_level,
    timestamp: isoTime(row.at),
    received_at: isoTime(row.received_at),
    location: row.location,
    device: row.device,
    device_id: row.device_id,
    source: row.source,
    description: row.description,
    officer_name: row.officer_name,
    detection_frame_data: null,
    has_binary_jpeg: hasFrame,
    jpeg_endpoint: hasFrame ? `/api/detections/${row.id}/jpeg` : null,
    frame_url: null,
    box,
    track_id,
    model,
    annotated,
    ...(row.incident_id !== null && { incident_id: row.incident_id }),
    ...(row.answer !== undefined && { answer: row.answer }),
    ...(row.other_labels !== 0 && { other_labels: labelsIn(row.other_labels) }),
  };
}

export function presentComment(row: CommentRow): Comment {
  return {
    id: row.id,
    comment: row.comment,
    user_name: row.user_name,
    user_id: row.user_id,
    timestamp: isoTime(row.at),
  };
}

const UNKNOWN = 'N/A';

/** The device's readings; missing ones are taken from the detection, or are 'N/A'. */
export function presentMetrics(row: MetricsRow): Metrics {
  const reported: ReportedMetrics = row.metrics === null ? {} : JSON.parse(row.metrics);
  return {
    confidence_score: reported.confidence_score ?? row.confidence,
    threat_level: reported.threat_level ?? row.threat_level,
    device_type: reported.device_type ?? row.device ?? UNKNOWN,
    device_id: reported.device_id ?? row.device_id ?? UNKNOWN,
    cpu_usage: reported.cpu_usage ?? UNKNOWN,
    gpu_usage: reported.gpu_usage ?? UNKNOWN,
    ram_usage: reported.ram_usage ?? UNKNOWN,
    disk_usage: reported.disk_usage ?? UNKNOWN,
    cpu_temp: reported.cpu_temp ?? UNKNOWN,
    gpu_temp: reported.gpu_temp ?? UNKNOWN,
    cpu_voltage: reported.cpu_voltage ?? UNKNOWN,
    gpu_voltage: reported.gpu_voltage ?? UNKNOWN,
    network_status: reported.network_status ?? UNKNOWN,
    network_speed: reported.network_speed ?? UNKNOWN,
    network_signal_strength: reported.network_signal_strength ?? UNKNOWN,
    detection_latency: reported.detection_latency ?? UNKNOWN,
    distance_to_detection: reported.distance_to_detection ?? UNKNOWN,
    alert_played: reported.alert_played ?? UNKNOWN,
    database_status: reported.database_status ?? UNKNOWN,
    timestamp: reported.timestamp ?? isoTime(row.at),
  };
}

export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}
