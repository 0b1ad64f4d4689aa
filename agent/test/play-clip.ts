import { openCamera } from '../src/camera/camera.ts';
import { iou } from '../src/model/objects.ts';
import { type FrameResult, openPipeline, sourceOf } from '../src/pipeline.ts';
import { readSettings } from '../src/settings/read-settings.ts';
import { createReportPolicy } from '../src/tracking/report-policy.ts';
import { type Scene, truthOf } from './clips/scene.ts';

export type PlayedClip = {
  counts: { right: number; wrong: number; missed: number; frames: number };
  precision: number;
  recall: number;
  reported: { name: string; weaponType: string }[];
  /** The tracks of each weapon; more than one means an identity switch. */
  tracksOf: ReadonlyMap<string, ReadonlySet<number>>;
};

/** Plays a clip once through the real decoder, model and tracker, and compares each frame with the scene. */
export async function playClip(scene: Scene, args: readonly string[]): Promise<PlayedClip> {
  const read = readSettings(args, {}, ['source', 'detector']);
  if ('mistakes' in read) throw new Error(read.mistakes.join('\n'));
  const { settings } = read;
  const pipeline = await openPipeline(settings);
  const camera = openCamera(sourceOf(settings), { fps: 0 });
  const policy = createReportPolicy({ confirm: settings.confirm, stillSeenMs: 0, previousTracks: [] });
  const counts = { right: 0, wrong: 0, missed: 0, frames: 0 };
  const reported: PlayedClip['reported'] = [];
  const tracksOf = new Map<string, Set<number>>();
  const typeOf = (classId: number) => pipeline.reported.get(classId)?.weaponType ?? '';

  function compare(frame: number, { weapons, tracks }: FrameResult) {
    const open = new Set(weapons.filter(({ classId, score }) => score >= pipeline.threshold(classId)));
    for (const { name, weaponType, box } of truthOf(scene, frame)) {
      const match = [...open].find((it) => typeOf(it.classId) === weaponType && iou(it.box, box) >= 0.5);
      if (match) open.delete(match);
      counts[match ? 'right' : 'missed']++;
      for (const track of tracks.filter((it) => it.history.at(-1) && iou(it.box, box) >= 0.5)) {
        tracksOf.set(name, (tracksOf.get(name) ?? new Set()).add(track.id));
      }
    }
    counts.wrong += open.size;
  }

  try {
    for (let frame = await camera.next(); frame; frame = await camera.next()) {
      counts.frames++;
      const result = await pipeline.process(frame);
      compare(frame.number, result);
      for (const { track } of policy.decide(result.tracks, frame.time, Date.now())) {
        const name = truthOf(scene, frame.number).find(({ box }) => iou(box, track.box) >= 0.5)?.name ?? '?';
        reported.push({ name, weaponType: typeOf(track.classId) });
      }
    }
  } finally {
    camera.stop();
    await pipeline.detector.close();
  }
  const { right, wrong, missed } = counts;
  return { counts, precision: right / (right + wrong), recall: right / (right + missed), reported, tracksOf };
}
