import { readFileSync } from 'node:fs';
import type { Layout } from '../../src/model/layout.ts';
import { constant, GRAPH, MODEL, node, property, TYPE, value } from './onnx-parts.ts';
import { message, readFields } from './protobuf.ts';

const INPUT = 640;
const CELLS = 6_400;
const KEPT = 300;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const CENTRE_TO_CORNERS = [1, 0, 1, 0, 0, 1, 0, 1, -0.5, 0, 0.5, 0, 0, -0.5, 0, 0.5];

export type Wanted = {
  layout: Layout;
  /** The number of the original's classes that the output has. */
  classes?: number;
  /** The metadata properties; absent: the original's class names. */
  metadata?: Record<string, string>;
  input?: 'float32' | 'float16';
};

/** Formats class names as Python prints a dictionary. */
export function namesOf(names: readonly string[]): string {
  return `{${names.map((name, id) => `${id}: '${name}'`).join(', ')}}`;
}

/** Derives a model from `file` (layout v8) that finds the same rectangles and outputs them in another layout. */
export function deriveModel(file: string, { layout, classes = 3, metadata, input = 'float32' }: Wanted): Buffer {
  const model = readFields(readFileSync(file));
  const graph = readFields(model.find(({ number }) => number === MODEL.graph)?.value ?? Buffer.alloc(0));
  const nameOf = (field: number) =>
    readFields(graph.find(({ number }) => number === field)?.value ?? Buffer.alloc(0))[0]?.value.toString() ?? '';
  const names = ['pistol', 'rifle', 'knife'].slice(0, classes);
  const half = input === 'float16';
  const kept = graph.filter(({ number }) => number !== GRAPH.output && !(half && number === GRAPH.input));
  const cast = node({ op: 'Cast', inputs: ['half'], outputs: [nameOf(GRAPH.input)], attributes: { to: TYPE.float32 } });
  const halfInput = value({ field: GRAPH.input, name: 'half', type: TYPE.float16, dims: [1, 3, INPUT, INPUT] });
  const derived = Buffer.concat([
    // A node must follow the nodes of its inputs.
    ...(half ? [cast, halfInput] : []),
    ...kept.map(({ raw }) => raw),
    ...answer(nameOf(GRAPH.output), layout, classes),
  ]);
  return Buffer.concat([
    ...model.filter(({ number }) => number !== MODEL.graph && number !== MODEL.metadata).map(({ raw }) => raw),
    message(MODEL.graph, [derived]),
    ...Object.entries(metadata ?? { names: namesOf(names) }).map(([key, content]) => property(key, content)),
  ]);
}

/** The nodes that turn `[1,7,6400]` (centre, size, scores) into the wanted layout. */
function answer(from: string, layout: Layout, classes: number): Buffer[] {
  const output = (dims: readonly number[]) => value({ field: GRAPH.output, name: 'answer', type: TYPE.float32, dims });
  const integers = (name: string, values: readonly number[]) => constant(name, BigInt64Array.from(values.map(BigInt)));
  const slice = (to: string, [start, end]: readonly [number, number]) => [
    integers(`${to}-start`, [start]),
    integers(`${to}-end`, [end]),
    node({ op: 'Slice', inputs: ['rows', `${to}-start`, `${to}-end`, 'axis'], outputs: [to] }),
  ];
  const rows = [
    integers('axis', [2]),
    node({ op: 'Transpose', inputs: [from], outputs: ['rows'], attributes: { perm: [0, 2, 1] } }),
    ...slice('boxes', [0, 4]),
    ...slice('scores', [4, 4 + classes]),
  ];
  const concat = (inputs: readonly string[]) =>
    node({ op: 'Concat', inputs, outputs: ['answer'], attributes: { axis: 2 } });
  if (layout === 'v8') {
    const back = node({ op: 'Transpose', inputs: ['joined'], outputs: ['answer'], attributes: { perm: [0, 2, 1] } });
    const joined = node({ op: 'Concat', inputs: ['boxes', 'scores'], outputs: ['joined'], attributes: { axis: 2 } });
    return [...rows, joined, back, output([1, 4 + classes, CELLS])];
  }
  if (layout === 'v5') {
    return [
      ...rows,
      constant('tiny', Float32Array.of(1e-6)),
      node({ op: 'ReduceMax', inputs: ['scores'], outputs: ['objectness'], attributes: { axes: [2], keepdims: 1 } }),
      node({ op: 'Add', inputs: ['objectness', 'tiny'], outputs: ['divisor'] }),
      node({ op: 'Div', inputs: ['scores', 'divisor'], outputs: ['shares'] }),
      concat(['boxes', 'objectness', 'shares']),
      output([1, CELLS, 5 + classes]),
    ];
  }
  const matrix = layout === 'end2end' ? CENTRE_TO_CORNERS : IDENTITY.map((it) => it / INPUT);
  const best = [
    ...rows,
    integers('kept', [KEPT]),
    integers('flat', [-1]),
    constant('matrix', Float32Array.from(matrix), [4, 4]),
    node({ op: 'ReduceMax', inputs: ['scores'], outputs: ['best'], attributes: { axes: [2], keepdims: 0 } }),
    node({ op: 'TopK', inputs: ['best', 'kept'], outputs: ['top', 'places'], attributes: { axis: 1 } }),
    node({ op: 'Reshape', inputs: ['places', 'flat'], outputs: ['indices'] }),
    node({ op: 'Gather', inputs: ['boxes', 'indices'], outputs: ['top-boxes'], attributes: { axis: 1 } }),
    node({ op: 'MatMul', inputs: ['top-boxes', 'matrix'], outputs: ['corners'] }),
    node({ op: 'Gather', inputs: ['scores', 'indices'], outputs: ['top-scores'], attributes: { axis: 1 } }),
  ];
  if (layout === 'detr') return [...best, concat(['corners', 'top-scores']), output([1, KEPT, 4 + classes])];
  return [
    ...best,
    integers('column', [1, -1, 1]),
    node({ op: 'Reshape', inputs: ['top', 'column'], outputs: ['top-column'] }),
    node({ op: 'ArgMax', inputs: ['top-scores'], outputs: ['class'], attributes: { axis: 2, keepdims: 1 } }),
    node({ op: 'Cast', inputs: ['class'], outputs: ['class-column'], attributes: { to: TYPE.float32 } }),
    concat(['corners', 'top-column', 'class-column']),
    output([1, KEPT, 6]),
  ];
}
