import { writeFileSync } from 'node:fs';
import { openCamera } from '../camera/camera.ts';
import { toJpeg } from '../evidence/evidence.ts';
import { labelOf, openPipeline, sourceOf } from '../pipeline.ts';
import type { Settings } from '../settings/settings.ts';

const LIMIT_MS = 20_000;

/** Saves one frame of the camera with the boxes of all weapons above their threshold. */
export async function snapshot(settings: Settings, [file]: readonly string[]): Promise<number> {
  if (file === undefined) {
    console.error('Say which file to write: npm run agent -- snapshot out.jpg --source … --model …');
    return 1;
  }
  const pipeline = await openPipeline(settings);
  const camera = openCamera(sourceOf(settings), { fps: 0 });
  const limit = setTimeout(() => camera.stop(), LIMIT_MS);
  try {
    const frame = await camera.next();
    if (!frame) {
      console.error(`No frame came within ${LIMIT_MS / 1_000} s.`);
      return 1;
    }
    const { weapons } = await pipeline.process(frame);
    const aboveThreshold = weapons.filter(({ classId, score }) => score >= pipeline.threshold(classId));
    const marks = aboveThreshold.map(({ box, classId, score }) => ({
      box,
      label: labelOf(pipeline.detector.classNames[classId] ?? '', score),
    }));
    writeFileSync(file, await toJpeg(frame, marks, settings.quality));
    console.log(
      `${file}: ${frame.width} x ${frame.height}, ${marks.map(({ label }) => label).join(', ') || 'nothing found'}`,
    );
    return 0;
  } finally {
    clearTimeout(limit);
    camera.stop();
    await pipeline.detector.close();
  }
}
