import { unwatchFile, watchFile } from 'node:fs';
import { type Camera, openCamera } from '../camera/camera.ts';
import type { Frame } from '../camera/frame.ts';
import { isPlayedOnce } from '../camera/source.ts';
import { toEvent } from '../evidence/agent-report.ts';
import { startHeartbeats } from '../health/heartbeat.ts';
import { startLiveness } from '../health/liveness.ts';
import { openServiceManager } from '../health/service-manager.ts';
import { createVitals } from '../health/vitals.ts';
import { log } from '../log.ts';
import { createBacklog } from '../outbox/backlog.ts';
import { openServer } from '../outbox/open-server.ts';
import { openOutboxOrMemory } from '../outbox/outbox-or-memory.ts';
import { startSender } from '../outbox/sender.ts';
import { openPipeline, type Pipeline, sourceOf } from '../pipeline.ts';
import type { Settings } from '../settings/settings.ts';
import { createReportPolicy } from '../tracking/report-policy.ts';
import { isScheduled } from '../tracking/schedule.ts';

const SAVE_TRACKS_INTERVAL_MS = 1_000;
const DRAIN_POLL_MS = 50;
const KEY_FILE_POLL_MS = 1_000;

/** Processes frames and sends reports until a signal, or until a file has been played and its reports are delivered. */
export async function run(settings: Settings): Promise<number> {
  const source = sourceOf(settings);
  const manager = openServiceManager(process.env);
  const outbox = openOutboxOrMemory(settings.outbox, { maxFrameBytes: settings['outbox-max-mb'] * 1024 * 1024 });
  const pipeline = await openPipeline(settings);
  const keyFile = settings['key-file'];
  const server = await openServer({ server: settings.server, keyFile });
  const backlog = createBacklog(outbox, () => sender.wake());
  const sender = startSender(backlog, server.reports);
  // A file is played from its start and does not continue the scene of the previous run.
  const previousTracks = isPlayedOnce(source) ? [] : outbox.reportedTracks();
  const policy = createReportPolicy({
    confirm: settings.confirm,
    stillSeenMs: settings['still-seen'] * 1_000,
    previousTracks,
  });
  const camera = openCamera(source, { fps: settings.fps });
  const vitals = createVitals({ settings, camera, outbox, sender, backlog, detector: pipeline.detector });
  const heartbeats = startHeartbeats({
    send: server.heartbeat,
    describe: vitals.heartbeat,
    lastFrameAge: () => camera.state().lastFrameAge,
  });
  const liveness = startLiveness({
    ...{ manager, aliveFile: settings['alive-file'], describe: vitals.summary },
    isSending: () => !sender.state().isStuck,
  });
  const onKeyChange = () => {
    sender.retryNow();
    heartbeats.retryNow();
  };
  watchFile(keyFile, { interval: KEY_FILE_POLL_MS }, onKeyChange);
  let stopped = false;
  const stop = () => {
    stopped = true;
    camera.stop();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  logModel(pipeline);

  let tracksSavedAt = 0;
  const saveReportedTracks = () => {
    try {
      outbox.saveReportedTracks(policy.reportedTracks());
    } catch (error) {
      log(`The reported tracks cannot be saved: ${String(error)}`);
    }
  };
  try {
    await processFrames(camera, settings, async (frame) => {
      const { tracks } = await liveness.watchFrame(pipeline.process(frame));
      vitals.processed(frame);
      const due = policy.decide(tracks, frame.readAt, Date.now());
      const readings = vitals.readings();
      const events = await Promise.all(due.map((it) => toEvent({ due: it, frame, pipeline, settings, readings })));
      if (events.length > 0) backlog.add({ events, reportedTracks: policy.reportedTracks() });
      for (const [at, { eventId, label }] of events.entries()) {
        log(`reported ${label}${due[at]?.stillSeen ? ', still seen,' : ''} as ${eventId}`);
      }
      if (events.length === 0 && frame.readAt - tracksSavedAt > SAVE_TRACKS_INTERVAL_MS) {
        tracksSavedAt = frame.readAt;
        saveReportedTracks();
      }
    });
    saveReportedTracks();
    while (!stopped && backlog.waiting() > 0) {
      await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
    }
    const { dead } = outbox.state();
    const waiting = backlog.waiting();
    if (waiting > 0) log(`${waiting} reports wait in the outbox; they are sent at the next start.`);
    return dead > 0 && !stopped ? 1 : 0;
  } finally {
    unwatchFile(keyFile, onKeyChange);
    liveness.stop();
    vitals.stop();
    camera.stop();
    await heartbeats.stop();
    await sender.stop();
    server.close();
    backlog.stop();
    await pipeline.detector.close();
    outbox.close();
  }
}

async function processFrames(camera: Camera, { schedule }: Settings, process: (frame: Frame) => Promise<void>) {
  for (let frame = await camera.next(); frame; frame = await camera.next()) {
    if (isScheduled(schedule, new Date())) await process(frame);
  }
}

function logModel({ detector, reported }: Pipeline) {
  for (const line of detector.describe()) log(line);
  for (const [id, { weaponType, threatLevel }] of reported) {
    log(`class ${detector.classNames[id]} is reported as ${weaponType}, threat level ${threatLevel}`);
  }
}
