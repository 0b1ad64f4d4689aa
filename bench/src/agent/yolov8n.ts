import { namesOf } from '../../../agent/test/models/derive-model.ts';
import { constant, GRAPH, model, node, TYPE, value } from '../../../agent/test/models/onnx-parts.ts';
import { createNetwork, type Network, type Tensor } from './network.ts';

const INPUT = 640;
const CLASSES = 80;
/** The number of distances in the distribution of each box side. */
const BINS = 16;
/** The bias of class scores: with random weights the model then finds nothing, as in most frames of a camera. */
const LOW_SCORE_BIAS = -8;

export type RandomModel = { file: Buffer; parameters: number; operations: number };

/** The exported graph of YOLOv8n with random weights: it has the cost of the real model and finds nothing. */
export function randomYolov8n(): RandomModel {
  const network = createNetwork();
  const { parts, totals } = network;
  parts.push(...shared());
  const anchors = head(network, neck(network, backbone(network)));
  const names = Array.from({ length: CLASSES }, (_, id) => (id === 0 ? 'pistol' : `class ${id}`));
  const graph = [
    ...parts,
    value({ field: GRAPH.input, name: 'images', type: TYPE.float32, dims: [1, 3, INPUT, INPUT] }),
    value({ field: GRAPH.output, name: 'output0', type: TYPE.float32, dims: [1, 4 + CLASSES, anchors] }),
  ];
  return { file: model(graph, { names: namesOf(names), imgsz: `[${INPUT}, ${INPUT}]` }), ...totals };
}

function shared(): Buffer[] {
  return [
    constant('no-region', new Float32Array(0)),
    constant('twice', Float32Array.of(1, 1, 2, 2)),
    constant(
      'bins',
      Float32Array.from({ length: BINS }, (_, at) => at),
      [1, BINS, 1, 1],
    ),
  ];
}

function backbone(network: Network): [p3: Tensor, p4: Tensor, p5: Tensor] {
  const { activated } = network;
  const down = (from: Tensor, to: number) => activated(from, { to, kernel: 3, stride: 2 });
  const image: Tensor = { name: 'images', channels: 3, size: INPUT };
  const p2 = block(network, down(down(image, 16), 32), { to: 32, repeats: 1, shortcut: true });
  const p3 = block(network, down(p2, 64), { to: 64, repeats: 2, shortcut: true });
  const p4 = block(network, down(p3, 128), { to: 128, repeats: 2, shortcut: true });
  const deepest = block(network, down(p4, 256), { to: 256, repeats: 1, shortcut: true });
  return [p3, p4, pyramid(network, deepest)];
}

function neck(network: Network, [p3, p4, p5]: readonly [Tensor, Tensor, Tensor]): Tensor[] {
  const { activated, concatenate } = network;
  const merge = (parts: readonly Tensor[], to: number) =>
    block(network, concatenate(parts), { to, repeats: 1, shortcut: false });
  const middle = merge([upsample(network, p5), p4], 128);
  const small = merge([upsample(network, middle), p3], 64);
  const medium = merge([activated(small, { to: 64, kernel: 3, stride: 2 }), middle], 128);
  const large = merge([activated(medium, { to: 128, kernel: 3, stride: 2 }), p5], 256);
  return [small, medium, large];
}

/** C2f: one half passes unchanged, the other through bottlenecks, and all outputs are concatenated. */
function block(
  network: Network,
  from: Tensor,
  { to, repeats, shortcut }: { to: number; repeats: number; shortcut: boolean },
): Tensor {
  const { activated, apply, concatenate, parts, newName } = network;
  const half = to / 2;
  const { name, size } = activated(from, { to });
  const [first, second] = [newName(), newName()].map((it): Tensor => ({ name: it, channels: half, size }));
  if (!first || !second) throw new Error('A block has two halves');
  parts.push(node({ op: 'Split', inputs: [name], outputs: [first.name, second.name], attributes: { axis: 1 } }));
  const all = [first, second];
  let newest = second;
  for (let at = 0; at < repeats; at++) {
    const through = activated(activated(newest, { to: half, kernel: 3 }), { to: half, kernel: 3 });
    newest = shortcut ? apply('Add', [newest, through]) : through;
    all.push(newest);
  }
  return activated(concatenate(all), { to });
}

/** SPPF: three successive 5 x 5 max pools, concatenated. */
function pyramid(network: Network, from: Tensor): Tensor {
  const { activated, concatenate, parts, newName } = network;
  const all = [activated(from, { to: from.channels / 2 })];
  for (let at = 0; at < 3; at++) {
    const before = all.at(-1);
    if (!before) throw new Error('A pool needs a tensor');
    const pooled = { ...before, name: newName() };
    const attributes = { kernel_shape: [5, 5], strides: [1, 1], pads: [2, 2, 2, 2] };
    parts.push(node({ op: 'MaxPool', inputs: [before.name], outputs: [pooled.name], attributes }));
    all.push(pooled);
  }
  return activated(concatenate(all), { to: from.channels });
}

function upsample({ parts, newName }: Network, from: Tensor): Tensor {
  const name = newName();
  parts.push(node({ op: 'Resize', inputs: [from.name, 'no-region', 'twice'], outputs: [name] }));
  return { ...from, name, size: from.size * 2 };
}

/** @returns the number of anchors */
function head(network: Network, levels: readonly Tensor[]): number {
  const { activated, convolve, concatenate, parts } = network;
  const reshape = (from: string, to: string, shape: readonly number[]) => [
    constant(`${to}-shape`, BigInt64Array.from(shape.map(BigInt))),
    node({ op: 'Reshape', inputs: [from, `${to}-shape`], outputs: [to] }),
  ];
  for (const [at, level] of levels.entries()) {
    const box = activated(activated(level, { to: 64, kernel: 3 }), { to: 64, kernel: 3 });
    const kind = activated(activated(level, { to: CLASSES, kernel: 3 }), { to: CLASSES, kernel: 3 });
    const joined = concatenate([
      convolve(box, { to: 4 * BINS }),
      convolve(kind, { to: CLASSES, bias: LOW_SCORE_BIAS }),
    ]);
    parts.push(...reshape(joined.name, `level${at}`, [1, 4 * BINS + CLASSES, level.size ** 2]));
  }
  const anchors = levels.reduce((sum, { size }) => sum + size ** 2, 0);
  const places = levels.flatMap(({ size }) =>
    Array.from({ length: size ** 2 }, (_, at) => [(at % size) + 0.5, Math.floor(at / size) + 0.5, INPUT / size]),
  );
  const column = (axis: number) => places.map((place) => place[axis] ?? 0);
  parts.push(
    node({ op: 'Concat', inputs: levels.map((_, at) => `level${at}`), outputs: ['levels'], attributes: { axis: 2 } }),
    constant('parts', BigInt64Array.from([4 * BINS, CLASSES].map(BigInt))),
    node({ op: 'Split', inputs: ['levels', 'parts'], outputs: ['distances', 'likelihoods'], attributes: { axis: 1 } }),
    node({ op: 'Sigmoid', inputs: ['likelihoods'], outputs: ['scores'] }),
    ...reshape('distances', 'by-side', [1, 4, BINS, anchors]),
    node({ op: 'Transpose', inputs: ['by-side'], outputs: ['by-bin'], attributes: { perm: [0, 2, 1, 3] } }),
    node({ op: 'Softmax', inputs: ['by-bin'], outputs: ['shares'], attributes: { axis: 1 } }),
    node({ op: 'Conv', inputs: ['shares', 'bins'], outputs: ['mean'] }),
    ...reshape('mean', 'sides', [1, 4, anchors]),
    node({ op: 'Split', inputs: ['sides'], outputs: ['low', 'high'], attributes: { axis: 1 } }),
    constant('anchors', Float32Array.from([...column(0), ...column(1)]), [1, 2, anchors]),
    constant('strides', Float32Array.from(column(2)), [1, 1, anchors]),
    constant('two', Float32Array.of(2)),
    node({ op: 'Sub', inputs: ['anchors', 'low'], outputs: ['top-left'] }),
    node({ op: 'Add', inputs: ['anchors', 'high'], outputs: ['bottom-right'] }),
    node({ op: 'Add', inputs: ['top-left', 'bottom-right'], outputs: ['corners'] }),
    node({ op: 'Div', inputs: ['corners', 'two'], outputs: ['centres'] }),
    node({ op: 'Sub', inputs: ['bottom-right', 'top-left'], outputs: ['sizes'] }),
    node({ op: 'Concat', inputs: ['centres', 'sizes'], outputs: ['boxes'], attributes: { axis: 1 } }),
    node({ op: 'Mul', inputs: ['boxes', 'strides'], outputs: ['scaled'] }),
    node({ op: 'Concat', inputs: ['scaled', 'scores'], outputs: ['output0'], attributes: { axis: 1 } }),
  );
  return anchors;
}
