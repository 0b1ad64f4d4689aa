import type { ReportedMetrics } from '@vedette/contract/metrics';
import { deriveThreatLevel } from '@vedette/contract/threat-level';
import type { Chance } from './chance.ts';
import type { RegisteredCamera } from './registered-devices.ts';

type Sighting = { weaponType: string; confidence: number; at: Date };

/** The readings of a device: load and temperature change together from report to report. */
export function boxReadings(camera: RegisteredCamera, chance: Chance) {
  let load = chance.between(35, 65);
  const disk = chance.between(22, 74);
  const room = chance.between(18, 33);

  return (sighting: Sighting): ReportedMetrics => {
    load = Math.min(96, Math.max(18, load + chance.between(-9, 9)));
    const gpuLoad = Math.min(99, load + chance.between(2, 18));
    const offline = chance.often(0.03);
    return {
      confidence_score: round(sighting.confidence * 100),
      threat_level: deriveThreatLevel(sighting.weaponType, sighting.confidence),
      device_type: camera.hardware,
      device_id: camera.deviceId,
      cpu_usage: round(load),
      gpu_usage: round(gpuLoad),
      ram_usage: round(38 + load * 0.4),
      disk_usage: round(disk),
      cpu_temp: round(room + 18 + load * 0.32),
      gpu_temp: round(room + 16 + gpuLoad * 0.38),
      cpu_voltage: round(0.8 + load * 0.0025, 2),
      gpu_voltage: round(0.76 + gpuLoad * 0.0028, 2),
      network_status: offline ? 'Degraded' : 'Connected',
      network_speed: round(offline ? chance.between(1, 8) : chance.between(60, 140)),
      network_signal_strength: -chance.integer(offline ? 78 : 42, offline ? 89 : 68),
      detection_latency: round(28 + gpuLoad * 0.6 + chance.between(0, 12)),
      distance_to_detection: round(chance.between(3, 24)),
      alert_played: sighting.confidence >= 0.6,
      database_status: 'Connected',
      timestamp: sighting.at.toISOString(),
    };
  };
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
