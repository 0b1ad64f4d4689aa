/** The part of protobuf's encoding that an ONNX file needs. */
export type Field = { number: number; value: Buffer; raw: Buffer };

/** The fields of a message; `value` is the content of a length-delimited one. */
export function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const from = at;
    const tag = readVarint();
    let start = at;
    if (tag % 8 === 0) readVarint();
    else if (tag % 8 === 1) at += 8;
    else if (tag % 8 === 5) at += 4;
    else {
      const length = readVarint();
      start = at;
      at += length;
    }
    fields.push({ number: Math.floor(tag / 8), value: message.subarray(start, at), raw: message.subarray(from, at) });
  }
  return fields;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}

export function integer(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

export function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
}

export function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

export function message(field: number, parts: readonly Buffer[]): Buffer {
  return bytes(field, Buffer.concat(parts));
}
