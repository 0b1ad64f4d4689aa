import type { Frame } from './camera/frame.ts';
import { kindOf, type Source } from './camera/source.ts';
import { mapClasses, type Reported } from './model/class-table.ts';
import type { Detector, Timings } from './model/detector.ts';
import { openExec } from './model/exec-detector.ts';
import type { DetectedObject } from './model/objects.ts';
import { openOnnx } from './model/onnx-detector.ts';
import { type Lap, startStopwatch } from './model/stopwatch.ts';
import type { Settings } from './settings/settings.ts';
import { createTracker, type Track } from './tracking/tracker.ts';
import { isWatched } from './tracking/zones.ts';

/** Boxes with a score below the threshold extend a track, but never start one. */
const MIN_SCORE = 0.1;

export type FrameResult = { weapons: DetectedObject[]; tracks: Track[]; timings: Timings & { track: Lap } };
export type Pipeline = {
  detector: Detector;
  reported: ReadonlyMap<number, Reported>;
  threshold: (classId: number) => number;
  process: (frame: Frame) => Promise<FrameResult>;
};

export function sourceOf(settings: Settings): Source {
  const { source, loop, hardware, size } = settings;
  return { address: source, kind: kindOf(source), loop, hardware, size };
}

/** Opens the configured detector with its class table and tracker. */
export async function openPipeline(settings: Settings): Promise<Pipeline> {
  const detector = await openDetector(settings);
  const reported = mapClasses(detector.classNames, settings.classes);
  const { general, byClass } = settings.threshold;
  const threshold = (classId: number) => byClass.get(detector.classNames[classId]?.toLowerCase() ?? '') ?? general;
  const track = createTracker({ threshold, frames: settings.confirm.n });
  const smallest = settings['smallest-box'];
  const isLargeEnough = ({ box }: DetectedObject) => {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    return width > 0 && height > 0 && width >= smallest && height >= smallest;
  };
  return {
    detector,
    reported,
    threshold,
    process: async (frame) => {
      const { found, timings } = await detector.detect(frame);
      const weapons = found.filter(
        (it) => reported.has(it.classId) && isLargeEnough(it) && isWatched(it.box, frame, settings),
      );
      const lap = startStopwatch();
      const tracks = track(weapons, frame.time);
      return { weapons, tracks, timings: { ...timings, track: lap() } };
    },
  };
}

async function openDetector(settings: Settings): Promise<Detector> {
  const { detector, threads, layout } = settings;
  const classNames = settings['class-names'];
  const minScore = MIN_SCORE;
  if (detector.startsWith('exec:')) return openExec({ command: detector.slice('exec:'.length), classNames, minScore });
  return openOnnx({ file: settings.model, threads, layout, imageSize: settings['image-size'], classNames, minScore });
}

export function labelOf(name: string, score: number): string {
  return `${name} ${Math.round(score * 100)}%`;
}
