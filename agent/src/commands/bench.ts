import { openCamera } from '../camera/camera.ts';
import { toJpeg } from '../evidence/evidence.ts';
import { type Lap, startStopwatch } from '../model/stopwatch.ts';
import { openPipeline, sourceOf } from '../pipeline.ts';
import type { Settings } from '../settings/settings.ts';

const FRAMES = 100;

/**
 * Measures frames per second, and milliseconds and CPU per stage, with this model and source on this machine. A stage's CPU includes
 * the reading of frames during the stage, but not ffmpeg or a detector program.
 */
export async function bench(settings: Settings): Promise<number> {
  const pipeline = await openPipeline(settings);
  const camera = openCamera(sourceOf(settings), { fps: 0 });
  const stages: Record<string, Lap[]> = { prepare: [], infer: [], decode: [], track: [], jpeg: [] };
  let frames = 0;
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  let processingMs = 0;
  try {
    for (let frame = await camera.next(); frame && frames < FRAMES; frame = await camera.next()) {
      frames++;
      const from = performance.now();
      const { timings } = await pipeline.process(frame);
      processingMs += performance.now() - from;
      for (const [stage, lap] of Object.entries(timings)) stages[stage]?.push(lap);
      if (frames % 20 === 1) {
        const lap = startStopwatch();
        await toJpeg(
          frame,
          [{ box: { left: 40, top: 40, right: 160, bottom: 120 }, label: 'BENCH 99%' }],
          settings.quality,
        );
        stages.jpeg?.push(lap());
      }
    }
  } finally {
    camera.stop();
    await pipeline.detector.close();
  }
  if (frames === 0) throw new Error('No frame came');
  const { user, system } = process.cpuUsage(cpuStart);
  const elapsed = performance.now() - start;
  console.log(
    `${frames} frames, ${((1_000 * frames) / elapsed).toFixed(1)} per second; processing alone ${((1_000 * frames) / processingMs).toFixed(1)} per second`,
  );
  console.log(
    `CPU of this process ${((user + system) / 1_000 / frames).toFixed(1)} ms per frame; resident ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB`,
  );
  for (const [stage, laps] of Object.entries(stages)) {
    const [times, cpu] = [laps.map(({ ms }) => ms), laps.map(({ cpuMs }) => cpuMs)];
    console.log(`${stage.padEnd(8)} p50 ${at(times, 0.5)} ms   p95 ${at(times, 0.95)} ms   CPU ${mean(cpu)} ms`);
  }
  return 0;
}

function mean(values: number[]): string {
  return (values.reduce((sum, it) => sum + it, 0) / values.length).toFixed(2);
}

function at(values: number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(2);
}
