import Schema from 'typebox/schema';
import { expect, it } from 'vitest';
import { MultilineText, Text } from './text.ts';

const accepts = (schema: ReturnType<typeof Text>, value: unknown) => Schema.Compile(schema).Check(value);

it('takes visible text in any script', () => {
  for (const text of ['a', 'Tor 3', '北門', 'שער', '🙂', ' padded ']) expect(accepts(Text(20), text)).toBe(true);
});

it('refuses what a database could not hold or a person could not see', () => {
  for (const text of ['', '   ', 'a\u0000b', 'a\nb', '\ud800', 7, null]) expect(accepts(Text(20), text)).toBe(false);
});

it('holds to its length', () => {
  expect(accepts(Text(3), 'abc')).toBe(true);
  expect(accepts(Text(3), 'abcd')).toBe(false);
});

it('takes line breaks where they are welcome, and still no other control character', () => {
  expect(accepts(MultilineText(20), 'one\r\n\ttwo')).toBe(true);
  for (const text of ['\n\n', 'a\u0000b', '\udfff']) expect(accepts(MultilineText(20), text)).toBe(false);
});
