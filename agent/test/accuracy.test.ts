import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LAYOUTS, type Layout } from '../src/model/layout.ts';
import { makeFolder } from './agent-process.ts';
import { makeClip } from './clips/make-clip.ts';
import { type Scene, toReport } from './clips/scene.ts';
import { clipScene, otherColours, otherScene } from './clips/scenes.ts';
import { fixture } from './fixture.ts';
import { colourModel } from './models/colour-model.ts';
import { deriveModel, namesOf } from './models/derive-model.ts';
import { playClip } from './play-clip.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = makeFolder();
const otherNames = Object.keys(otherColours);
const otherClipArguments = ['--source', folder.at('other.mp4')];
beforeAll(async () => {
  await makeClip(otherScene, folder.at('other.mp4'));
  writeFileSync(folder.at('other.onnx'), colourModel(otherColours));
});
afterAll(folder.remove);

/** Converts the model to another layout. */
function inLayout(model: string, layout: Layout, names: readonly string[]): string {
  if (layout === 'v8') return model;
  const file = folder.at(`${layout}.onnx`);
  writeFileSync(file, deriveModel(model, { layout, classes: names.length, metadata: { names: namesOf(names) } }));
  return file;
}

async function expectTruth(scene: Scene, args: readonly string[]) {
  const { counts, precision, recall, reported, tracksOf } = await playClip(scene, args);
  expect(counts.frames).toBe(scene.frames);
  expect(precision).toBeGreaterThanOrEqual(0.99);
  expect(recall).toBeGreaterThanOrEqual(0.99);
  // A weapon that is seen in only two frames is not reported.
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  expect(reported.sort(byName)).toEqual(toReport(scene).sort(byName));
  for (const { name } of toReport(scene)) expect([name, tracksOf.get(name)?.size]).toEqual([name, 1]);
}

test.each(LAYOUTS)(
  'a model of layout %s finds 99 % of the boxes of the clip and reports each weapon once, without identity switches',
  async (layout) => {
    const model = inLayout(fixture('blobs.onnx'), layout, ['pistol', 'rifle', 'knife']);
    await expectTruth(clipScene, ['--source', fixture('clip.mp4'), '--model', model]);
  },
);

test.each(LAYOUTS)(
  'a clip of another size and frame rate, with weapons that cross, turn and hide, gives the same with layout %s',
  async (layout) => {
    const model = inLayout(folder.at('other.onnx'), layout, otherNames);
    await expectTruth(otherScene, [...otherClipArguments, '--model', model]);
  },
);

test('each weapon is reported once at three frames per second, as on a small machine', async () => {
  const scene = { ...otherScene, fps: 3, frames: 54 };
  await makeClip(scene, folder.at('slow.mp4'));
  await expectTruth(scene, ['--source', folder.at('slow.mp4'), '--model', folder.at('other.onnx')]);
});
