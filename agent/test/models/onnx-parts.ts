import { bytes, integer, message, text } from './protobuf.ts';

/** Field and type numbers of ONNX's protobuf messages, see onnx.proto3. */
export const MODEL = { graph: 7, metadata: 14 };
export const GRAPH = { node: 1, initializer: 5, input: 11, output: 12 };
export const TYPE = { float32: 1, int64: 7, float16: 10 };

type Node = {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Record<string, number | readonly number[]>;
};

export function node({ op, inputs, outputs, attributes = {} }: Node): Buffer {
  return message(GRAPH.node, [
    ...inputs.map((it) => text(1, it)),
    ...outputs.map((it) => text(2, it)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) =>
      message(5, [
        text(1, name),
        ...(typeof value === 'number'
          ? [integer(3, value), integer(20, 2)]
          : [...value.map((it) => integer(8, it)), integer(20, 7)]),
      ]),
    ),
  ]);
}

/** Encodes a constant of the graph. */
export function constant(
  name: string,
  values: Float32Array | BigInt64Array,
  dims: readonly number[] = [values.length],
): Buffer {
  const type = values instanceof Float32Array ? TYPE.float32 : TYPE.int64;
  const data = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return message(GRAPH.initializer, [
    ...dims.map((it) => integer(1, it)),
    integer(2, type),
    text(8, name),
    bytes(9, data),
  ]);
}

type Value = { field: number; name: string; type: number; dims: readonly number[] };

/** Encodes an input or output of the graph. */
export function value({ field, name, type, dims }: Value): Buffer {
  const shape = message(
    2,
    dims.map((it) => message(1, [integer(1, it)])),
  );
  return message(field, [text(1, name), message(2, [message(1, [integer(1, type), shape])])]);
}

export function property(key: string, content: string): Buffer {
  return message(MODEL.metadata, [text(1, key), text(2, content)]);
}

const IR_VERSION = 8;
const OPSET = 13;

/** Encodes a model file. */
export function model(graph: readonly Buffer[], metadata: Record<string, string>): Buffer {
  return Buffer.concat([
    integer(1, IR_VERSION),
    message(8, [text(1, ''), integer(2, OPSET)]),
    message(MODEL.graph, [text(2, 'graph'), ...graph]),
    ...Object.entries(metadata).map(([key, content]) => property(key, content)),
  ]);
}
