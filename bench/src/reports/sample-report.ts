import type { Report } from '@vedette/contract/report';

/** A report as the demo's cameras send it, without its event_id. */
export const SAMPLE_REPORT: Omit<Report, 'event_id'> = {
  weapon_type: 'Pistol',
  confidence: 0.91,
  threat_level: 9,
  timestamp: new Date().toISOString(),
  location: 'North Gate',
  metrics: {
    confidence_score: 91,
    threat_level: 9,
    device_type: 'Jetson Orin Nano',
    cpu_usage: 47.5,
    gpu_usage: 61.2,
    ram_usage: 58.1,
    disk_usage: 33,
    cpu_temp: 54.3,
    gpu_temp: 57.9,
    cpu_voltage: 0.92,
    gpu_voltage: 0.94,
    network_status: 'Connected',
    network_speed: 92.4,
    network_signal_strength: -58,
    detection_latency: 71.3,
    distance_to_detection: 8.4,
    alert_played: true,
    database_status: 'Connected',
  },
};
