import { randomUUID } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import type { Report } from '../../../contract/src/report.ts';
import { type Camera, openCamera } from '../camera/camera.ts';
import type { Frame } from '../camera/frame.ts';
import { isPlayedOnce } from '../camera/source.ts';
import { toJpeg } from '../evidence/evidence.ts';
import { createReadings, type Readings } from '../health/readings.ts';
import { log } from '../log.ts';
import { createBacklog } from '../outbox/backlog.ts';
import { httpUplink } from '../outbox/http-uplink.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { labelOf, openPipeline, type Pipeline, sourceOf } from '../pipeline.ts';
import type { Settings } from '../settings/settings.ts';
import { createReportPolicy, type DueReport } from '../tracking/report-policy.ts';
import { isScheduled } from '../tracking/schedule.ts';

const READINGS_EVERY_MS = 5_000;
const REMEMBERED_EVERY_MS = 1_000;
const DRAIN_POLL_MS = 50;
const KEY_LOOKED_AT_EVERY_MS = 1_000;

/** Looks, reports, and ends on a signal, or when a file was played and everything is delivered. */
export async function run(settings: Settings): Promise<number> {
  const source = sourceOf(settings);
  const pipeline = await openPipeline(settings);
  const outbox = openOutbox(settings.outbox, { mostBytes: settings['outbox-max-mb'] * 1024 * 1024 });
  const sender = startSender(outbox, httpUplink({ server: settings.server, keyFile: settings['key-file'] }));
  watchFile(settings['key-file'], { interval: KEY_LOOKED_AT_EVERY_MS }, sender.retryNow);
  const backlog = createBacklog(outbox, sender.wake);
  const readings = createReadings({ folder: settings.outbox });
  let health = readings();
  const readingTimer = setInterval(() => {
    health = readings();
  }, READINGS_EVERY_MS);
  // A file that is played from its start is not the scene that was left.
  const before = isPlayedOnce(source) ? [] : outbox.remembered();
  const policy = createReportPolicy({ confirm: settings.confirm, stillSeenMs: settings['still-seen'] * 1_000, before });
  const camera = openCamera(source, { fps: settings.fps });
  let stopped = false;
  const stop = () => {
    stopped = true;
    camera.stop();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  for (const line of pipeline.detector.describe()) log(line);
  for (const [id, { weaponType, threatLevel }] of pipeline.reported) {
    log(`class ${pipeline.detector.classNames[id]} is reported as ${weaponType}, threat level ${threatLevel}`);
  }

  let rememberedAt = 0;
  const remember = () => {
    try {
      outbox.remember(policy.remembered());
    } catch (error) {
      log(`What was reported cannot be remembered: ${String(error)}`);
    }
  };
  try {
    await watch(camera, settings, async (frame) => {
      const { tracks } = await pipeline.process(frame);
      const now = frame.readAt;
      const due = policy.decide(tracks, now, Date.now());
      const events = await Promise.all(
        due.map((dueReport) => toEvent({ dueReport, frame, pipeline, settings, health })),
      );
      if (events.length > 0) backlog.add({ events, remembered: policy.remembered() });
      for (const { eventId, label, stillSeen } of events) {
        log(`reported ${label}${stillSeen ? ', still seen,' : ''} as ${eventId}`);
      }
      if (events.length === 0 && now - rememberedAt > REMEMBERED_EVERY_MS) {
        rememberedAt = now;
        remember();
      }
    });
    remember();
    while (!stopped && (backlog.size() > 0 || outbox.state().waiting > 0)) {
      await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
    }
    const { dead, waiting } = outbox.state();
    if (waiting > 0) log(`${waiting} reports wait in the outbox; they are sent at the next start.`);
    return dead > 0 && !stopped ? 1 : 0;
  } finally {
    clearInterval(readingTimer);
    camera.stop();
    unwatchFile(settings['key-file'], sender.retryNow);
    await sender.stop();
    backlog.stop();
    await pipeline.detector.close();
    outbox.close();
  }
}

async function watch(camera: Camera, { schedule }: Settings, process: (frame: Frame) => Promise<void>) {
  for (let frame = await camera.next(); frame; frame = await camera.next()) {
    if (isScheduled(schedule, new Date())) await process(frame);
  }
}

type Reporting = { dueReport: DueReport; frame: Frame; pipeline: Pipeline; settings: Settings; health: Readings };

async function toEvent({ dueReport, frame, pipeline, settings, health }: Reporting) {
  const { track, stillSeen } = dueReport;
  const { weaponType, threatLevel } = pipeline.reported.get(track.classId) ?? { weaponType: 'weapon', threatLevel: 8 };
  const seenAt = Date.now() - (performance.now() - frame.readAt);
  const label = labelOf(weaponType, track.score);
  const jpeg = await toJpeg(frame, settings.annotate ? [{ box: track.box, label }] : [], settings.quality);
  const eventId = randomUUID();
  const report: Report = {
    event_id: eventId,
    weapon_type: weaponType,
    confidence: Math.min(1, Math.max(0, track.score)),
    threat_level: threatLevel,
    timestamp: new Date(seenAt).toISOString(),
    ...(settings.location && { location: settings.location }),
    ...(settings.device && { device: settings.device }),
    metrics: {
      ...health,
      confidence_score: Math.round(track.score * 1_000) / 10,
      threat_level: threatLevel,
      detection_latency: Math.round(performance.now() - frame.readAt),
      timestamp: new Date(seenAt).toISOString(),
    },
  };
  return { eventId, threatLevel, report: JSON.stringify(report), frame: jpeg, label, stillSeen };
}
