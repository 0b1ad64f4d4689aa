import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { openPipeline } from '../src/pipeline.ts';
import { readSettings } from '../src/settings/read-settings.ts';
import { makeFolder } from './agent-process.ts';
import { fixture } from './fixture.ts';
import { deriveModel, type Wanted } from './models/derive-model.ts';

const folder = makeFolder();
afterAll(folder.remove);

async function open(wanted: Wanted, args: readonly string[] = []) {
  const model = folder.at('model.onnx');
  writeFileSync(model, deriveModel(fixture('blobs.onnx'), wanted));
  const read = readSettings(['--model', model, ...args], {}, []);
  if ('mistakes' in read) throw new Error(read.mistakes.join('\n'));
  const pipeline = await openPipeline(read.settings);
  await pipeline.detector.close();
  return pipeline.detector.describe();
}

test('a shape of two possible layouts is refused unless the setting or the metadata names the layout', async () => {
  const twoClasses: Wanted = { layout: 'detr', classes: 2 };
  await expect(open(twoClasses)).rejects.toThrow(
    "The layout of the model's output [1,300,6] with 2 classes is not clear: set layout (v8, end2end, v5 or detr)",
  );
  expect(await open(twoClasses, ['--layout', 'detr'])).toContainEqual('layout detr; classes pistol, rifle');
  const metadata = { names: "{0: 'pistol', 1: 'rifle'}", end2end: 'True' };
  expect(await open({ layout: 'end2end', classes: 2, metadata })).toContainEqual(
    expect.stringContaining('layout end2end'),
  );
});

test('a layout setting that does not fit the shape is refused', async () => {
  await expect(open({ layout: 'end2end' }, ['--layout', 'v8'])).rejects.toThrow(
    '[1,300,6] with 3 classes is not of layout v8',
  );
});

test('a number of classes that does not fit the shape is refused', async () => {
  await expect(open({ layout: 'v8' }, ['--class-names', 'pistol,rifle'])).rejects.toThrow(
    '[1,7,6400] with 2 classes is not clear',
  );
});

test('a model without a reported class is refused unless the table names one of its classes', async () => {
  const animals: Wanted = { layout: 'v8', metadata: { names: "{0: 'cat', 1: 'dog', 2: 'cow'}" } };
  await expect(open(animals)).rejects.toThrow(
    'No class of the model is reported as a weapon (it has cat, dog, cow): set classes, such as handgun=Pistol:9',
  );
  await expect(open(animals, ['--classes', 'DOG=Rifle:9'])).resolves.toBeDefined();
});

test('a model without class names is refused unless the setting names them', async () => {
  await expect(open({ layout: 'v8', metadata: {} })).rejects.toThrow(
    'set layout (v8, end2end, v5 or detr) and class-names',
  );
  await expect(open({ layout: 'v8', metadata: {} }, ['--class-names', 'pistol,rifle,knife'])).resolves.toBeDefined();
});

test('a model with half-precision inputs is refused', async () => {
  await expect(open({ layout: 'v8', input: 'float16' })).rejects.toThrow(
    'The model takes float16: export it with float32 inputs',
  );
});

test('a file that is not a model is refused', async () => {
  const read = readSettings(['--model', fixture('clip.mp4')], {}, []);
  if ('mistakes' in read) throw new Error(read.mistakes.join('\n'));
  await expect(openPipeline(read.settings)).rejects.toThrow('clip.mp4 is no model that can be loaded');
});
