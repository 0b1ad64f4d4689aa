import Schema from 'typebox/schema';
import { expect, it } from 'vitest';
import { MultilineText, Text } from './text.ts';

const accepts = (schema: ReturnType<typeof Text>, value: unknown) => Schema.Compile(schema).Check(value);

it('takes visible text in any script', () => {
  for (const text of ['a', 'Tor 3', '北門', 'שער', '🙂', ' padded ', '\u3000北\ufeff'])
    expect(accepts(Text(20), text)).toBe(true);
});

it('refuses what a database could not hold or a person could not see', () => {
  for (const text of ['', '   ', '\u00a0\u2028\ufeff', 'a\u0000b', 'a\u0085', '\u0000', 'a\nb', '\ud800', 7, null])
    expect(accepts(Text(20), text)).toBe(false);
});

it('holds to its length', () => {
  expect(accepts(Text(3), 'abc')).toBe(true);
  expect(accepts(Text(3), 'abcd')).toBe(false);
});

it('takes line breaks where they are welcome, and still no other control character', () => {
  for (const text of ['one\r\n\ttwo', '\n\tone\n']) expect(accepts(MultilineText(20), text)).toBe(true);
  for (const text of ['\n\n', '\n\u2029', 'a\u0000b', 'a\u000b', 'a\u0080', '\udfff'])
    expect(accepts(MultilineText(20), text)).toBe(false);
});
