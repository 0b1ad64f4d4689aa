import type { Registry } from 'prom-client';
import type { CommittedBatch } from '../writer/detection-writer.ts';

/** Metrics that are counted as events happen; `gauges.ts` has those that are computed on a scrape. */
export type Metrics = {
  registry: Registry;
  noteCommit: (batch: CommittedBatch) => void;
  /** Counts a report by the HTTP status of its answer. */
  noteReport: (status: number) => void;
  /** Counts a message of MQTT by the status that it would have got over HTTP; reports count as such, too. */
  noteMqtt: (kind: 'report' | 'heartbeat', status: number) => void;
  /** Counts a request for a frame whose stored bytes are missing or damaged. */
  noteDamagedFrame: () => void;
};

/** Up to the size of a full batch. */
const COMMIT_REPORTS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Loads prom-client on demand. Each server has its own registry, so that tests can run several. */
export async function openMetrics(): Promise<Metrics> {
  const { Counter, Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const reports = new Counter({
    name: 'vedette_reports_total',
    help: 'Reports of devices, by the HTTP status they were answered: 201 is stored, 200 a repeat',
    labelNames: ['status'],
    registers,
  });
  const mqttMessages = new Counter({
    name: 'vedette_mqtt_messages_total',
    help: 'Messages of devices that came over MQTT, by the HTTP status of their answer; one that is tried again counts again',
    labelNames: ['kind', 'status'],
    registers,
  });
  const commitReports = new Histogram({
    name: 'vedette_commit_reports',
    help: 'Reports that were committed together',
    buckets: COMMIT_REPORTS,
    registers,
  });
  const commitSeconds = new Histogram({
    name: 'vedette_commit_seconds',
    help: 'Time that a commit took, frames and rows, until both were on disk or refused',
    buckets: COMMIT_SECONDS,
    registers,
  });
  const damagedFrames = new Counter({
    name: 'vedette_frames_damaged_total',
    help: 'Requests for a frame whose stored bytes are missing or are not those that were received',
    registers,
  });
  return {
    registry,
    noteDamagedFrame: () => damagedFrames.inc(),
    noteCommit: ({ reports: count, ms }) => {
      commitReports.observe(count);
      commitSeconds.observe(ms / 1_000);
    },
    noteMqtt: (kind, status) => {
      mqttMessages.inc({ kind, status });
      if (kind === 'report') reports.inc({ status });
    },
    noteReport: (status) => reports.inc({ status }),
  };
}
