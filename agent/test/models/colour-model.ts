import { namesOf } from './derive-model.ts';
import { constant, GRAPH, model, node, TYPE, value } from './onnx-parts.ts';

const INPUT = 640;
const CELL = 8;
const CELLS = INPUT / CELL;
/** The maximum extent of a rectangle from any of its cells, in cells. */
const REACH = 32;
/** Limits for the sum of the differences of red, green and blue, with a tolerance for changes by the codec. */
const [NEAR, SOFT] = [0.5, 0.1];

/**
 * A model of layout v8 that finds rectangles by colour. Each cell that a colour covers outputs a box: the extent of covered cells
 * from it in four directions.
 * @param classes the colour of each class as `#rrggbb`, by its name
 */
export function colourModel(classes: Readonly<Record<string, string>>): Buffer {
  const colours = Object.values(classes).map((it) =>
    [1, 3, 5].map((at) => Number.parseInt(it.slice(at, at + 2), 16) / 255),
  );
  const count = colours.length;
  const graph = [
    ...coverage(colours),
    ...run('left', { count, horizontal: true, backwards: true }),
    ...run('right', { count, horizontal: true, backwards: false }),
    ...run('up', { count, horizontal: false, backwards: true }),
    ...run('down', { count, horizontal: false, backwards: false }),
    ...boxes(count),
    value({ field: GRAPH.input, name: 'images', type: TYPE.float32, dims: [1, 3, INPUT, INPUT] }),
    value({ field: GRAPH.output, name: 'output0', type: TYPE.float32, dims: [1, 4 + count, CELLS * CELLS] }),
  ];
  return model(graph, { names: namesOf(Object.keys(classes)), imgsz: `[${INPUT}, ${INPUT}]` });
}

/** Outputs `covered` [1,classes,80,80]: the share of each cell that has the colour of each class. */
function coverage(colours: readonly (readonly number[])[]): Buffer[] {
  const count = colours.length;
  const pick = colours.flatMap(() => [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  return [
    constant('zero', Float32Array.of(0), []),
    constant('one', Float32Array.of(1), []),
    constant('pick', Float32Array.from(pick), [3 * count, 3, 1, 1]),
    constant('colour', Float32Array.from(colours.flat().map((it) => -it))),
    node({ op: 'Conv', inputs: ['images', 'pick', 'colour'], outputs: ['differences'] }),
    node({ op: 'Abs', inputs: ['differences'], outputs: ['distances'] }),
    constant('sum', new Float32Array(3 * count).fill(-1 / SOFT), [count, 3, 1, 1]),
    constant('near', new Float32Array(count).fill(NEAR / SOFT)),
    node({ op: 'Conv', inputs: ['distances', 'sum', 'near'], outputs: ['likeness'], attributes: { group: count } }),
    node({ op: 'Clip', inputs: ['likeness', 'zero', 'one'], outputs: ['masks'] }),
    ...[
      node({
        op: 'AveragePool',
        inputs: ['masks'],
        outputs: ['cell-shares'],
        attributes: { kernel_shape: [CELL, CELL], strides: [CELL, CELL] },
      }),
    ],
    // Noise inside a rectangle must not end its run of cells.
    constant('steeper', Float32Array.of(1.06), []),
    constant('lower', Float32Array.of(0.03), []),
    node({ op: 'Mul', inputs: ['cell-shares', 'steeper'], outputs: ['steep'] }),
    node({ op: 'Sub', inputs: ['steep', 'lower'], outputs: ['lowered'] }),
    node({ op: 'Clip', inputs: ['lowered', 'zero', 'one'], outputs: ['covered'] }),
  ];
}

type Direction = { count: number; horizontal: boolean; backwards: boolean };

/** Outputs the extent of the colour from each cell: the sum over k of whether the next k cells are covered. */
function run(name: string, { count, horizontal, backwards }: Direction): Buffer[] {
  const weights = new Float32Array(count * REACH * REACH);
  for (let at = 0; at < count * REACH; at++) {
    const steps = (at % REACH) + 1;
    for (let step = 1; step <= steps; step++) weights[at * REACH + (backwards ? REACH - step : step - 1)] = 1;
  }
  const missing = Float32Array.from({ length: count * REACH }, (_, at) => -(at % REACH));
  const kernel = horizontal ? [1, REACH] : [REACH, 1];
  const [before, after] = backwards ? [REACH, 0] : [0, REACH];
  const pads = horizontal ? [0, before, 0, after] : [before, 0, after, 0];
  // The padding adds one cell, and the cell itself does not count.
  const [start, end] = backwards ? [0, CELLS] : [1, CELLS + 1];
  const integers = (part: string, it: number) => constant(`${name}-${part}`, BigInt64Array.of(BigInt(it)));
  return [
    constant(`${name}-weights`, weights, [count * REACH, 1, ...kernel]),
    constant(`${name}-missing`, missing),
    node({
      ...{ op: 'Conv', inputs: ['covered', `${name}-weights`, `${name}-missing`], outputs: [`${name}-sums`] },
      attributes: { group: count, kernel_shape: kernel, pads },
    }),
    ...[integers('start', start), integers('end', end), integers('axis', horizontal ? 3 : 2)],
    node({
      op: 'Slice',
      inputs: ['sums', 'start', 'end', 'axis'].map((it) => `${name}-${it}`),
      outputs: [`${name}-next`],
    }),
    node({ op: 'Clip', inputs: [`${name}-next`, 'zero', 'one'], outputs: [`${name}-reached`] }),
    constant(`${name}-each`, new Float32Array(count * REACH).fill(1), [count, REACH, 1, 1]),
    node({ op: 'Conv', inputs: [`${name}-reached`, `${name}-each`], outputs: [name], attributes: { group: count } }),
  ];
}

/** Outputs the box of the class that covers the whole cell, or zeros. */
function boxes(count: number): Buffer[] {
  const grid = (name: string, placeOf: (at: number) => number) =>
    constant(
      name,
      Float32Array.from({ length: CELLS * CELLS }, (_, at) => placeOf(at) + 0.5),
      [1, 1, CELLS, CELLS],
    );
  const axis = ({ to, low, high, at }: { to: string; low: string; high: string; at: string }) => [
    node({ op: 'Sub', inputs: [high, low], outputs: [`${to}-lean`] }),
    node({ op: 'Mul', inputs: [`${to}-lean`, 'half'], outputs: [`${to}-shift`] }),
    node({ op: 'Add', inputs: [`${to}-shift`, at], outputs: [`${to}-centre`] }),
    node({ op: 'Add', inputs: [low, high], outputs: [`${to}-others`] }),
    node({ op: 'Add', inputs: [`${to}-others`, 'one'], outputs: [`${to}-size`] }),
    ...['centre', 'size'].flatMap((part) => [
      node({ op: 'Mul', inputs: [`${to}-${part}`, 'whole'], outputs: [`${to}-${part}-chosen`] }),
      node({ op: 'Conv', inputs: [`${to}-${part}-chosen`, 'scale'], outputs: [`${to}-${part}-pixels`] }),
    ]),
  ];
  const parts = ['x-centre', 'y-centre', 'x-size', 'y-size'].map((it) => `${it}-pixels`);
  return [
    constant('half', Float32Array.of(0.5), []),
    constant('almost', Float32Array.of(0.97), []),
    constant('step', Float32Array.of(1_000), []),
    constant('sure', Float32Array.of(0.9), []),
    constant('scale', new Float32Array(count).fill(CELL), [1, count, 1, 1]),
    constant('shape', BigInt64Array.from([1, 4 + count, CELLS * CELLS].map(BigInt))),
    ...[grid('column-places', (at) => at % CELLS), grid('row-places', (at) => Math.floor(at / CELLS))],
    node({ op: 'Sub', inputs: ['covered', 'almost'], outputs: ['beyond'] }),
    node({ op: 'Mul', inputs: ['beyond', 'step'], outputs: ['stepped'] }),
    node({ op: 'Clip', inputs: ['stepped', 'zero', 'one'], outputs: ['whole'] }),
    ...axis({ to: 'x', low: 'left', high: 'right', at: 'column-places' }),
    ...axis({ to: 'y', low: 'up', high: 'down', at: 'row-places' }),
    node({ op: 'Mul', inputs: ['whole', 'sure'], outputs: ['sureness'] }),
    node({ op: 'Concat', inputs: [...parts, 'sureness'], outputs: ['joined'], attributes: { axis: 1 } }),
    node({ op: 'Reshape', inputs: ['joined', 'shape'], outputs: ['output0'] }),
  ];
}
