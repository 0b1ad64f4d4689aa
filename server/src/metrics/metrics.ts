import type { Registry } from 'prom-client';
import type { CommittedBatch } from '../writer/detection-writer.ts';

/** What is counted as it happens. What only has to be looked at when somebody asks is in `gauges.ts`. */
export type Metrics = {
  registry: Registry;
  noteCommit: (batch: CommittedBatch) => void;
  /** A report was answered with this HTTP status. */
  noteReport: (status: number) => void;
  /** Somebody asked for a frame whose stored bytes are missing or damaged. */
  noteDamagedFrame: () => void;
};

/** Up to a full batch. */
const COMMIT_REPORTS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Loads the library too: most servers run without. Each server has a registry of its own, so that tests can have several. */
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
    noteReport: (status) => reports.inc({ status }),
  };
}
