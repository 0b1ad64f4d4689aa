import Schema from 'typebox/schema';
import { expect, it } from 'vitest';
import { MultilineText, Text } from './text.ts';

const accepts = (schema: ReturnType<typeof Text>, value: unknown) => Schema.Compile(schema).Check(value);

it('Text accepts visible text in any script', () => {
  for (const text of ['a', 'Tor 3', '北門', 'שער', '🙂', ' padded ', '\u3000北\ufeff'])
    expect(accepts(Text(20), text)).toBe(true);
});

it('Text refuses invisible text and characters that a database cannot store', () => {
  for (const text of ['', '   ', '\u00a0\u2028\ufeff', 'a\u0000b', 'a\u0085', '\u0000', 'a\nb', '\ud800', 7, null])
    expect(accepts(Text(20), text)).toBe(false);
});

it('Text refuses more characters than its maximum', () => {
  expect(accepts(Text(3), 'abc')).toBe(true);
  expect(accepts(Text(3), 'abcd')).toBe(false);
});

it('MultilineText accepts line breaks and tabs, and refuses other control characters', () => {
  for (const text of ['one\r\n\ttwo', '\n\tone\n']) expect(accepts(MultilineText(20), text)).toBe(true);
  for (const text of ['\n\n', '\n\u2029', 'a\u0000b', 'a\u000b', 'a\u0080', '\udfff'])
    expect(accepts(MultilineText(20), text)).toBe(false);
});
