export type ModelMetadata = { properties: Record<string, string>; names: string[]; imageSize: number | undefined };

const METADATA_PROPS = 14;

/** Reads the metadata properties at the end of an ONNX file; the JavaScript runtime does not expose them. */
export function readMetadata(file: Buffer): ModelMetadata {
  const properties: Record<string, string> = {};
  for (const [field, value] of fieldsOf(file)) {
    if (field !== METADATA_PROPS) continue;
    const pair = new Map(fieldsOf(value));
    properties[pair.get(1)?.toString('utf8') ?? ''] = pair.get(2)?.toString('utf8') ?? '';
  }
  const imageSize = Number(/\d+/.exec(properties.imgsz ?? '')?.[0] ?? Number.NaN);
  return { properties, names: namesIn(properties.names ?? ''), imageSize: imageSize > 0 ? imageSize : undefined };
}

/** `{0: 'pistol', 1: "rifle"}` as Python prints it, or a JSON list or object. */
export function namesIn(text: string): string[] {
  const names: string[] = [];
  const quoted = String.raw`'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"`;
  if (text.trim().startsWith('[')) {
    for (const [, single, double] of text.matchAll(new RegExp(quoted, 'g'))) names.push(single ?? double ?? '');
    return names;
  }
  for (const [, id, single, double] of text.matchAll(new RegExp(`["']?(\\d+)["']?\\s*:\\s*(?:${quoted})`, 'g'))) {
    names[Number(id)] = single ?? double ?? '';
  }
  return Array.from(names, (name) => name ?? '');
}

/** The length-delimited fields of one protobuf message; others are skipped. */
function* fieldsOf(bytes: Buffer): Generator<[number, Buffer]> {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; at < bytes.length; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const tag = number();
    const wire = tag % 8;
    if (wire === 0) number();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else if (wire === 2) {
      const length = number();
      if (at + length > bytes.length) return;
      yield [Math.floor(tag / 8), bytes.subarray(at, at + length)];
      at += length;
    } else return;
  }
}
