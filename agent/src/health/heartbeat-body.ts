import type { ReportedMetrics } from '../../../contract/src/metrics.ts';
import type { ReportedModel } from '../evidence/agent-report.ts';

/** The body of POST /api/ingest/heartbeat. */
export type Heartbeat = {
  sent_at: string;
  last_frame_age: number | null;
  fps: number;
  outbox: { waiting: number; oldest_age: number | null; dead: number };
  model: ReportedModel | null;
  version: string;
  metrics: ReportedMetrics;
};

export type HeartbeatUplink = (heartbeat: Heartbeat, signal: AbortSignal) => Promise<{ status: number; text: string }>;

export type Vitals = {
  lastFrameAge: number | null;
  fps: number;
  outbox: { waiting: number; oldestAt: number | null; dead: number };
  model: ReportedModel;
  version: string;
  metrics: ReportedMetrics;
};

export function toHeartbeat({ lastFrameAge, fps, outbox, model, version, metrics }: Vitals): Heartbeat {
  const { waiting, oldestAt, dead } = outbox;
  return {
    sent_at: new Date().toISOString(),
    last_frame_age: lastFrameAge === null ? null : Math.round(lastFrameAge),
    fps: Math.round(fps * 10) / 10,
    // The age would be negative after the clock is set back.
    outbox: { waiting, dead, oldest_age: oldestAt === null ? null : Math.max(0, Date.now() - oldestAt) },
    ...{ model, version, metrics },
  };
}
