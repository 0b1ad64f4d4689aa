import { openCamera } from '../camera/camera.ts';
import { toJpeg } from '../evidence/evidence.ts';
import { openPipeline, sourceOf } from '../pipeline.ts';
import type { Settings } from '../settings/settings.ts';

const FRAMES = 100;

/** Frames per second and milliseconds per stage, with this model and source on this machine. */
export async function bench(settings: Settings): Promise<number> {
  const pipeline = await openPipeline(settings);
  const camera = openCamera(sourceOf(settings), { fps: 0 });
  const stages: Record<string, number[]> = { prepare: [], infer: [], decode: [], track: [], jpeg: [] };
  let frames = 0;
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  let looked = 0;
  try {
    for (let frame = await camera.next(); frame && frames < FRAMES; frame = await camera.next()) {
      frames++;
      const from = performance.now();
      const { timings } = await pipeline.process(frame);
      looked += performance.now() - from;
      for (const [stage, ms] of Object.entries(timings)) stages[stage]?.push(ms);
      if (frames % 20 === 1) {
        const before = performance.now();
        await toJpeg(
          frame,
          [{ box: { left: 40, top: 40, right: 160, bottom: 120 }, label: 'BENCH 99%' }],
          settings.quality,
        );
        stages.jpeg?.push(performance.now() - before);
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
    `${frames} frames, ${((1_000 * frames) / elapsed).toFixed(1)} per second; looking alone ${((1_000 * frames) / looked).toFixed(1)} per second`,
  );
  console.log(
    `CPU of this process ${((user + system) / 1_000 / frames).toFixed(1)} ms per frame; resident ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB`,
  );
  for (const [stage, values] of Object.entries(stages))
    console.log(`${stage.padEnd(8)} p50 ${at(values, 0.5)} ms   p95 ${at(values, 0.95)} ms`);
  return 0;
}

function at(values: number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(2);
}
