import type { Metrics } from '@vedette/contract/metrics';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { gradeMetricsLevel, toneOf } from '../../view-parts/level-tones.ts';
import { LabelledFacts } from '../labelled-facts.tsx';
import { describeMoment, describeReading, numberIn, UNKNOWN } from './metric-values.ts';
import { UsageBar } from './usage-bar.tsx';

/** Shows every field of the specification. @param metrics may lack any field, and hold any value in it */
export function MetricsTable({ metrics }: { metrics: Partial<Metrics> }) {
  return (
    <>
      <Group title="Detection">
        {/* The wide columns, and on a phone the small text, keep the sixteen characters of a device id on one line. */}
        <LabelledFacts
          className="grid-cols-2 sm:grid-cols-[1fr_1fr_1.5fr_1.5fr]"
          facts={[
            { label: 'Confidence score', value: describeReading(metrics.confidence_score, '%') },
            { label: 'Threat level', value: <LevelBadge level={metrics.threat_level} /> },
            { label: 'Device type', value: describeReading(metrics.device_type) },
            {
              label: 'Device ID',
              value: <span className="max-sm:text-xs">{describeReading(metrics.device_id)}</span>,
            },
          ]}
        />
      </Group>
      <Group title="Usage">
        <div className="grid gap-x-6 gap-y-3.5 sm:grid-cols-2">
          <UsageBar label="CPU usage" value={metrics.cpu_usage} />
          <UsageBar label="GPU usage" value={metrics.gpu_usage} />
          <UsageBar label="RAM usage" value={metrics.ram_usage} />
          <UsageBar label="Disk usage" value={metrics.disk_usage} />
        </div>
      </Group>
      <Group title="Temperature and voltage">
        <LabelledFacts
          className="grid-cols-2 sm:grid-cols-4"
          facts={[
            { label: 'CPU temperature', value: describeReading(metrics.cpu_temp, '°C') },
            { label: 'GPU temperature', value: describeReading(metrics.gpu_temp, '°C') },
            { label: 'CPU voltage', value: describeReading(metrics.cpu_voltage, 'V') },
            { label: 'GPU voltage', value: describeReading(metrics.gpu_voltage, 'V') },
          ]}
        />
      </Group>
      <Group title="Network and detection">
        <LabelledFacts
          className="grid-cols-2 sm:grid-cols-3"
          facts={[
            { label: 'Network status', value: <NetworkBadge status={metrics.network_status} /> },
            { label: 'Network speed', value: describeReading(metrics.network_speed, 'Mbps') },
            { label: 'Signal strength', value: describeReading(metrics.network_signal_strength, 'dBm') },
            { label: 'Detection latency', value: describeReading(metrics.detection_latency, 'ms') },
            { label: 'Distance to detection', value: describeReading(metrics.distance_to_detection, 'm') },
            { label: 'Alert played', value: <AlertBadge played={metrics.alert_played} /> },
          ]}
        />
      </Group>
      <Group title="Database">
        <LabelledFacts
          className="grid-cols-2 sm:grid-cols-3"
          facts={[
            { label: 'Database status', value: describeReading(metrics.database_status) },
            { label: 'Last updated', value: describeMoment(metrics.timestamp) },
          ]}
        />
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4 first:border-0 first:pt-0">
      <h3 className="mb-3 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function LevelBadge({ level }: { level: unknown }) {
  const number = numberIn(level);
  if (number === null) return <Badge tone="neutral">{describeReading(level)}</Badge>;
  return <Badge tone={toneOf[gradeMetricsLevel(number)]}>{`${describeReading(number)}/10`}</Badge>;
}

function NetworkBadge({ status }: { status: unknown }) {
  const text = describeReading(status);
  const tone = text === UNKNOWN ? 'neutral' : text.toLowerCase() === 'connected' ? 'calm' : 'danger';
  return <Badge tone={tone}>{text}</Badge>;
}

function AlertBadge({ played }: { played: unknown }) {
  const text = describeReading(played);
  const tone = played === true ? 'calm' : played === false ? 'caution' : 'neutral';
  return <Badge tone={tone}>{text}</Badge>;
}
