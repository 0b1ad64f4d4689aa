import { constant, node } from '../../../agent/test/models/onnx-parts.ts';
import { normalNumbers } from './normal-numbers.ts';

/** A tensor between two nodes: `channels` planes of `size` x `size`. */
export type Tensor = { name: string; channels: number; size: number };
export type ConvolutionSettings = { to: number; kernel?: number; stride?: number; bias?: number };

/** Collects the nodes and random weights of a convolutional network, and counts its parameters and operations. */
export function createNetwork() {
  const parts: Buffer[] = [];
  const totals = { parameters: 0, operations: 0 };
  const random = normalNumbers();
  let nameCount = 0;

  const newName = () => `t${nameCount++}`;

  function convolve(from: Tensor, { to, kernel = 1, stride = 1, bias = 0 }: ConvolutionSettings): Tensor {
    const name = newName();
    const inputs = from.channels * kernel * kernel;
    const size = from.size / stride;
    // He initialisation keeps the variance of activations constant across layers.
    const spread = Math.sqrt(2 / inputs);
    const weights = Float32Array.from({ length: to * inputs }, () => random() * spread);
    const pad = Math.floor(kernel / 2);
    parts.push(
      constant(`${name}-w`, weights, [to, from.channels, kernel, kernel]),
      constant(`${name}-b`, new Float32Array(to).fill(bias)),
      node({
        ...{ op: 'Conv', inputs: [from.name, `${name}-w`, `${name}-b`], outputs: [name] },
        attributes: { kernel_shape: [kernel, kernel], strides: [stride, stride], pads: [pad, pad, pad, pad] },
      }),
    );
    totals.parameters += to * inputs + to;
    totals.operations += 2 * to * inputs * size * size;
    return { name, channels: to, size };
  }

  /** Adds a node with one output of the size of its first input. */
  function apply(op: string, inputs: readonly (Tensor | string)[], channels?: number): Tensor {
    const [first] = inputs;
    if (first === undefined || typeof first === 'string') throw new Error(`${op} needs a tensor`);
    const name = newName();
    const names = inputs.map((it) => (typeof it === 'string' ? it : it.name));
    parts.push(node({ op, inputs: names, outputs: [name], ...(op === 'Concat' && { attributes: { axis: 1 } }) }));
    return { name, channels: channels ?? first.channels, size: first.size };
  }

  return {
    parts,
    totals,
    newName,
    apply,
    convolve,
    /** Adds a convolution with the activation x * sigmoid(x). */
    activated: (from: Tensor, settings: ConvolutionSettings): Tensor => {
      const linear = convolve(from, settings);
      return apply('Mul', [linear, apply('Sigmoid', [linear])]);
    },
    concatenate: (inputs: readonly Tensor[]): Tensor =>
      apply(
        'Concat',
        inputs,
        inputs.reduce((sum, { channels }) => sum + channels, 0),
      ),
  };
}
export type Network = ReturnType<typeof createNetwork>;
