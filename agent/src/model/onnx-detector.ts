import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Detector } from './detector.ts';
import { decode, fitsLayout, type Layout, possibleLayouts } from './layout.ts';
import { letterbox } from './letterbox.ts';
import { type ModelMetadata, readMetadata } from './model-metadata.ts';
import { suppress } from './objects.ts';
import { startStopwatch } from './stopwatch.ts';

const SIZE_DEFAULT = 640;

export type OnnxSettings = {
  file: string;
  threads: number;
  layout: Layout | 'auto';
  /** 0: from the model. */
  imageSize: number;
  /** Empty: from the model. */
  classNames: readonly string[];
  minScore: number;
};

export async function openOnnx(settings: OnnxSettings): Promise<Detector> {
  const bytes = readFileSync(settings.file);
  const metadata = readMetadata(bytes);
  const session = await openSession(bytes, settings);
  const input = session.inputMetadata[0];
  const output = session.outputMetadata[0];
  if (!input?.isTensor || !output?.isTensor) throw new Error('The model has no tensor as input and output');
  if (session.inputMetadata.length > 1) throw new Error('The model has more than one input');
  if (input.type !== 'float32') throw new Error(`The model takes ${input.type}: export it with float32 inputs`);
  if (input.shape.length !== 4 || (typeof input.shape[1] === 'number' && input.shape[1] !== 3)) {
    throw new Error(`The model takes ${shapeOf(input)}: export it with inputs [1,3,height,width]`);
  }
  const fixed = (at: number) => (typeof input.shape[at] === 'number' && input.shape[at] > 0 ? input.shape[at] : 0);
  const wanted = settings.imageSize || metadata.imageSize || SIZE_DEFAULT;
  const size = { width: fixed(3) || wanted, height: fixed(2) || wanted };
  if (settings.imageSize > 0 && size.width !== settings.imageSize) {
    throw new Error(`image-size: the model takes ${size.width} x ${size.height} and nothing else`);
  }
  const classNames = settings.classNames.length > 0 ? settings.classNames : metadata.names;
  const prepare = letterbox(size.width, size.height);

  async function infer(values: Float32Array) {
    const feeds = { [input?.name ?? '']: new Tensor('float32', values, [1, 3, size.height, size.width]) };
    const result = (await session.run(feeds))[output?.name ?? ''];
    if (!result || !(result.data instanceof Float32Array)) throw new Error('The model answers no float32 tensor');
    return { data: result.data, dims: result.dims };
  }

  // Some output shapes are known only after a run. The run also warms up the session for the first frame.
  const { dims } = await infer(new Float32Array(3 * size.width * size.height));
  const layout = chooseLayout({ dims, classes: classNames.length, wanted: settings.layout, metadata });

  return {
    name: path.basename(settings.file),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    classNames,
    describe: () => [
      ...session.inputMetadata.map((it) => `input ${it.name} ${shapeOf(it)}, used as ${size.width} x ${size.height}`),
      ...session.outputMetadata.map((it) => `output ${it.name} ${shapeOf(it)}`),
      `layout ${layout}; classes ${classNames.join(', ') || 'none named'}`,
    ],
    detect: async (picture) => {
      const lap = startStopwatch();
      const { values, placement } = prepare(picture);
      const prepared = lap();
      const result = await infer(values);
      const inferred = lap();
      const candidates = decode(layout, result, {
        placement,
        input: size,
        frame: picture,
        minScore: settings.minScore,
      });
      // End-to-end models should return no duplicate boxes; some do, and the check is cheap.
      const found = suppress(candidates);
      return { found, timings: { prepare: prepared, infer: inferred, decode: lap() } };
    },
    close: async () => session.release(),
  };
}

type Choice = { dims: readonly number[]; classes: number; wanted: Layout | 'auto'; metadata: ModelMetadata };

function chooseLayout({ dims, classes, wanted, metadata }: Choice): Layout {
  const shape = `[${dims.join(',')}] with ${classes} classes`;
  if (wanted !== 'auto') {
    if (fitsLayout(wanted, dims, classes)) return wanted;
    throw new Error(`The model's output ${shape} is not of layout ${wanted}: set another layout, or class-names`);
  }
  const [layout, ...others] = possibleLayouts(dims, classes, metadata.properties.end2end);
  if (layout && others.length === 0) return layout;
  throw new Error(
    `The layout of the model's output ${shape} is not clear: set layout (v8, end2end, v5 or detr) and class-names`,
  );
}

async function openSession(bytes: Buffer, { file, threads }: OnnxSettings): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(bytes, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // The runtime's warnings are for the exporter of the model, not for the installer of a camera.
      logSeverityLevel: 3,
      // Spinning threads double the cost of a frame when another process needs the core.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
  } catch (error) {
    throw new Error(
      `${path.basename(file)} is no model that can be loaded: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function shapeOf(it: InferenceSession.ValueMetadata) {
  return it.isTensor ? `${it.type} [${it.shape.join(',')}]` : 'no tensor';
}
