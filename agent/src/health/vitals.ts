import type { Camera } from '../camera/camera.ts';
import type { Frame } from '../camera/frame.ts';
import { reportedModel } from '../evidence/agent-report.ts';
import type { Detector } from '../model/detector.ts';
import type { Backlog } from '../outbox/backlog.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Sender } from '../outbox/sender.ts';
import type { Settings } from '../settings/settings.ts';
import { VERSION } from '../version.ts';
import { type Heartbeat, toHeartbeat } from './heartbeat-body.ts';
import { createReadings, type Readings } from './readings.ts';

const READ_INTERVAL_MS = 5_000;

type Parts = {
  settings: Settings;
  camera: Camera;
  outbox: Outbox;
  sender: Sender;
  backlog: Backlog;
  detector: Detector;
};

/** Collects the state of the machine and the agent for reports and heartbeats. */
export function createVitals({ settings, camera, outbox, sender, backlog, detector }: Parts) {
  const read = createReadings({ folder: settings.outbox });
  let machine = read();
  const timer = setInterval(() => {
    machine = read();
  }, READ_INTERVAL_MS);
  let frames = 0;
  let countedSince = performance.now();
  let latency: number | undefined;

  function readings(): Readings {
    const { hardware } = camera.state();
    return {
      ...machine,
      ...(sender.state().isServerReachable === false && { network_status: 'the server does not answer' }),
      ...(hardware !== settings.hardware && { gpu_usage: `decoding in software: ${settings.hardware} failed` }),
    };
  }

  return {
    readings,
    /** Counts a processed frame. */
    processed: ({ readAt }: Frame) => {
      frames++;
      latency = Math.round(performance.now() - readAt);
    },
    heartbeat: (): Heartbeat => {
      const now = performance.now();
      const fps = (1_000 * frames) / Math.max(1, now - countedSince);
      frames = 0;
      countedSince = now;
      const { oldestAt, dead } = outbox.state();
      return toHeartbeat({
        lastFrameAge: camera.state().lastFrameAge,
        fps,
        outbox: { waiting: backlog.waiting(), oldestAt, dead },
        model: reportedModel(detector),
        version: VERSION,
        metrics: { ...readings(), ...(latency !== undefined && { detection_latency: latency }) },
      });
    },
    /** The status line that systemctl shows. */
    summary: (): string => {
      const { lastFrameAge } = camera.state();
      const age = lastFrameAge === null ? 'none yet' : `${Math.round(lastFrameAge / 1_000)} s ago`;
      return `last frame: ${age}; reports that wait: ${backlog.waiting()}`;
    },
    stop: () => clearInterval(timer),
  };
}
