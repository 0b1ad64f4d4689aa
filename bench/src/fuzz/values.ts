import fc, { type Arbitrary } from 'fast-check';

/** The keywords of JSON Schema that the generator uses. */
export type Schema = {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};

/** Values that exist on the server, by the name of the property or parameter that takes them. */
export type Vocabulary = Record<string, readonly string[]>;

const WHOLE_STRING_MAX = 300;
// A fixed date, so that a seed gives the same requests on any day.
const OLDEST = new Date('2024-01-01T00:00:00Z');
const NEWEST = new Date('2026-01-01T00:00:00Z');

const hostileTexts = [
  ...[
    '',
    ' ',
    '\u0000',
    'gate\u0000',
    '\ud800',
    '\udc00x',
    '\ufeff',
    '\u202egpj',
    '\r\nset-cookie: a=b',
    'é'.repeat(200),
  ],
  ...['../../etc/passwd', '..%2f..%2fetc%2fpasswd', "' or 1=1 --", '%', '%00', '_%', '\\', '<script>alert(1)</script>'],
  ...[
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '-0',
    '0x10',
    '1e999',
    '9007199254740993',
    '2'.repeat(400),
    'x'.repeat(70_000),
  ],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00Z', '2024-02-30T00:00:00Z'],
] as const;

const hostileNumbers = [
  ...[0, -0, -1, 0.1, 1e-320, 1e308, -1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64],
] as const;

export const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 80 }));

/** Any JSON value. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...hostileNumbers, null, true, [], {}, [[]], [null]),
  fc.integer({ min: 10, max: 3_000 }).map(nested),
  fc.jsonValue({ maxDepth: 3 }),
);

function nested(depth: number): unknown {
  let value: unknown = 'innermost';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

/** Values that the schema allows, except that patterns and formats are ignored. */
export function allowedValue(
  schema: Schema,
  { words, name = '' }: { words: Vocabulary; name?: string },
): Arbitrary<unknown> {
  const known = words[name];
  if (known && known.length > 0) {
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom<unknown>(...known) }, plainValue(schema, words));
  }
  return plainValue(schema, words);
}

function plainValue(schema: Schema, words: Vocabulary): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => plainValue(one, words)));
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -100, max: schema.maximum ?? 2 ** 31 - 1 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(plainValue(schema.items ?? {}, words), { maxLength: 4 });
    case 'object':
      return objectOf(schema, words);
    case 'null':
      return fc.constant(null);
    default:
      return textOf(schema);
  }
}

function textOf({ format, minLength = 0, maxLength = WHOLE_STRING_MAX }: Schema): Arbitrary<string> {
  if (format === 'date-time') {
    const date = fc.date({ min: OLDEST, max: NEWEST, noInvalidDate: true });
    return date.map((at) => at.toISOString());
  }
  return fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, WHOLE_STRING_MAX)),
  });
}

function objectOf({ properties = {}, required = [] }: Schema, words: Vocabulary): Arbitrary<unknown> {
  const values = Object.entries(properties).map(
    ([name, schema]) => [name, allowedValue(schema, { words, name })] as const,
  );
  return fc.record(Object.fromEntries(values), { requiredKeys: required });
}

/** The same object with one fault: a hostile value, a missing property or an extra one. */
export function spoiled(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.tuple(value, fc.nat(50), hostileValue, hostileText).map(([whole, place, hostile, name]) => {
    if (typeof whole !== 'object' || whole === null) return hostile;
    const entries = Object.entries(whole);
    if (place % 5 === 0) return Object.fromEntries([...entries, [name, hostile]]);
    const index = place % Math.max(1, entries.length);
    if (place % 5 === 1) return Object.fromEntries(entries.filter((_, at) => at !== index));
    return Object.fromEntries(entries.map(([key, kept], at) => [key, at === index ? hostile : kept]));
  });
}
