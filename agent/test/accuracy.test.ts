import { writeFileSync } from 'node:fs';
import { afterAll, expect, test, vi } from 'vitest';
import { LAYOUTS } from '../src/model/layout.ts';
import { fixture, makeFolder } from './agent-process.ts';
import { deriveModel } from './models/derive-model.ts';
import { playClip } from './play-clip.ts';
import { CLIP } from './truth.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = makeFolder();
afterAll(folder.remove);

test.each(LAYOUTS)(
  'the clip through a model of layout %s: nearly every box, each weapon once, no identity switch',
  async (layout) => {
    const model = layout === 'v8' ? fixture('blobs.onnx') : folder.at(`${layout}.onnx`);
    if (layout !== 'v8') writeFileSync(model, deriveModel(fixture('blobs.onnx'), { layout }));
    const { counts, precision, recall, reported, tracksOf } = await playClip(['--model', model]);
    expect(counts.frames).toBe(CLIP.frames);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.99);
    // D, which is seen in two frames only, is not among them.
    expect(reported).toEqual([
      { name: 'A', weaponType: 'Pistol' },
      { name: 'B', weaponType: 'rifle' },
      { name: 'C', weaponType: 'Knife' },
      { name: 'E', weaponType: 'Pistol' },
    ]);
    expect([...tracksOf.keys()]).toEqual(expect.arrayContaining(['A', 'B', 'C', 'E']));
    for (const [name, ids] of tracksOf) expect([name, ids.size]).toEqual([name, 1]);
  },
);
