import fc, { type Arbitrary } from 'fast-check';
import { allowedValue, hostileText, hostileValue, type Schema, spoiled, type Vocabulary } from './values.ts';

export type Body = { headers: Record<string, string>; bytes: Buffer };

const BOUNDARY = 'fuzz-boundary';
const BROKEN_JSON = [
  '{',
  '{"a":',
  '[1,',
  '"\\ud8',
  '\u0000',
  'undefined',
  '{"a":1}{"a":2}',
  '['.repeat(20_000),
  'NaN',
  '\ufeff{}',
];
const POISONED_JSON = ['{"__proto__":{"success":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":1,"a":2}'];
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'x',
  '*/*',
];

/** Creates a body of one media type that an operation accepts. */
export function bodyOf(media: string, { schema, words, frame }: { schema: Schema; words: Vocabulary; frame: Buffer }) {
  const valid = allowedValue(schema, { words });
  const value = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 3, arbitrary: spoiled(valid) }, hostileValue);
  const body =
    media === 'multipart/form-data'
      ? multipart(value, frame)
      : media === 'image/jpeg'
        ? jpeg(words, frame)
        : json(value);
  return fc.oneof({ weight: 9, arbitrary: body }, mislabelled(body));
}

function json(value: Arbitrary<unknown>): Arbitrary<Body> {
  const text = fc.oneof(
    { weight: 8, arbitrary: value.map((one) => JSON.stringify(one) ?? '') },
    fc.constantFrom(...BROKEN_JSON, ...POISONED_JSON),
  );
  return text.map((whole) => ({ headers: { 'content-type': 'application/json' }, bytes: Buffer.from(whole) }));
}

/** The frame unchanged, truncated, with wrong bytes, or empty. */
function pictures(frame: Buffer): Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(frame) },
    fc.nat(frame.length).map((length) => frame.subarray(0, length)),
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(Buffer.from([0xff, 0xd8, 0xff])),
  );
}

function multipart(value: Arbitrary<unknown>, frame: Buffer): Arbitrary<Body> {
  const report = value.map((one) => ((one ?? {}) as { detection?: unknown }).detection ?? one);
  const part = fc.oneof(
    { weight: 4, arbitrary: report.map((one) => partOf('detection', Buffer.from(JSON.stringify(one) ?? ''))) },
    { weight: 3, arbitrary: pictures(frame).map((bytes) => partOf('frame', bytes)) },
    fc.tuple(hostileText, hostileText).map(([name, text]) => partOf(name, Buffer.from(text))),
  );
  const end = fc.constantFrom(
    `--${BOUNDARY}--\r\n`,
    `--${BOUNDARY}--\r\n`,
    `--${BOUNDARY}--\r\n`,
    `--${BOUNDARY}`,
    '',
    '--\r\n',
  );
  return fc.tuple(fc.array(part, { minLength: 1, maxLength: 4 }), end).map(([parts, last]) => ({
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    bytes: Buffer.concat([...parts, Buffer.from(last)]),
  }));
}

function partOf(name: string, bytes: Buffer): Buffer {
  const type = name === 'frame' ? 'image/jpeg' : 'application/json';
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
}

function jpeg(words: Vocabulary, frame: Buffer): Arbitrary<Body> {
  const report = fc.constantFrom(...(words.report ?? ['{}'])).map((text) => JSON.parse(text) as unknown);
  const described = fc.oneof(report, spoiled(report), hostileValue).map((one) => escaped(JSON.stringify(one)));
  const header = fc.oneof(
    { weight: 5, arbitrary: described },
    fc.constantFrom('', '%E0%A4%A', '%00', '{}', '%7B', 'x'),
  );
  return fc.tuple(header, pictures(frame)).map(([detection, bytes]) => ({
    headers: { 'content-type': 'image/jpeg', 'x-detection': detection.slice(0, 12_000) },
    bytes,
  }));
}

/** Percent-encodes a text; lone surrogates become replacement characters. */
export function escaped(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function mislabelled(body: Arbitrary<Body>): Arbitrary<Body> {
  return fc
    .tuple(body, fc.constantFrom(...CONTENT_TYPES))
    .map(([{ headers, bytes }, type]) => ({ headers: { ...headers, 'content-type': type }, bytes }));
}
