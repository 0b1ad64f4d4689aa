import { namesOf } from '../../../agent/test/models/derive-model.ts';
import { constant, GRAPH, model, node, TYPE, value } from '../../../agent/test/models/onnx-parts.ts';

const INPUT = 640;
const SHAPE = [1, 84, 8_400];

/** A model with the input and output of YOLOv8n that computes nothing, so that the agent's cost with it excludes inference. */
export function idleModel(): Buffer {
  const integers = (name: string, values: readonly number[]) => constant(name, BigInt64Array.from(values.map(BigInt)));
  const names = Array.from({ length: SHAPE[1] ?? 0 }, (_, id) => (id === 0 ? 'pistol' : `class ${id}`));
  return model(
    [
      ...[integers('start', [0, 0, 0]), integers('end', [1, 1, 1]), integers('axes', [1, 2, 3])],
      ...[integers('flat', [1, 1, 1]), integers('shape', SHAPE), constant('nothing', Float32Array.of(0))],
      node({ op: 'Slice', inputs: ['images', 'start', 'end', 'axes'], outputs: ['corner'] }),
      node({ op: 'Mul', inputs: ['corner', 'nothing'], outputs: ['zero'] }),
      node({ op: 'Reshape', inputs: ['zero', 'flat'], outputs: ['one'] }),
      node({ op: 'Expand', inputs: ['one', 'shape'], outputs: ['output0'] }),
      value({ field: GRAPH.input, name: 'images', type: TYPE.float32, dims: [1, 3, INPUT, INPUT] }),
      value({ field: GRAPH.output, name: 'output0', type: TYPE.float32, dims: SHAPE }),
    ],
    { names: namesOf(names.slice(0, (SHAPE[1] ?? 0) - 4)), imgsz: `[${INPUT}, ${INPUT}]` },
  );
}
