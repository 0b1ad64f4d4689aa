import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bodyValidator } from './validation.ts';

const CONTRACT = new URL('../../../contract/src/', import.meta.url);
const SHORT = 3_000;
const LONGER_BY = 10;
/** Linear growth would be ten times, quadratic a hundred times. */
const GROWTH_MAX = 30;

type Rule = { pattern?: string; format?: string };

/** All patterns and formats of texts in the contract's schemas. */
async function textRules(): Promise<Rule[]> {
  const modules = readdirSync(CONTRACT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const rules = new Map<string, Rule>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, pattern, format } = value as Record<string, unknown>;
    if (type === 'string') {
      if (typeof pattern === 'string') rules.set(`pattern ${pattern}`, { pattern });
      if (typeof format === 'string') rules.set(`format ${format}`, { format });
    }
    Object.values(value).forEach(collect);
  };
  for (const name of modules) collect(await import(new URL(name, CONTRACT).href));
  return [...rules.values()];
}

const UNITS = [
  'a',
  '1',
  ' ',
  '\ufeff',
  '\u00a0',
  '\n',
  '.',
  '-',
  '@',
  'a.',
  'a-',
  "a'",
  'a@',
  'a ',
  '1:',
  '\ud800',
  '🙂',
];
const ENDS = ['', '\u0000', '!', '.', ' ', '@a', 'Z'];
const STARTS = ['', 'a@', '2025-01-15T'];

/** Texts that almost match, so that a pattern with backtracking tries many ways. */
const textsOf = (length: number) =>
  STARTS.flatMap((start) =>
    UNITS.flatMap((unit) => ENDS.map((end) => start + unit.repeat(Math.ceil(length / unit.length)) + end)),
  );

function fastest(check: () => void): number {
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    check();
    return performance.now() - began;
  });
  return Math.min(...times);
}

test('no pattern or format of the contract takes more than linear time', async () => {
  const rules = await textRules();
  const named = rules.map(({ pattern, format }) => pattern ?? format);
  expect(named).toEqual(expect.arrayContaining(['mail-address', 'date-time']));
  expect(rules.length).toBeGreaterThanOrEqual(5);
  const validator = bodyValidator();
  for (const rule of rules) {
    const check = validator.compile({ type: 'string', ...rule });
    const [short, long] = [textsOf(SHORT), textsOf(SHORT * LONGER_BY)];
    for (const [index, text] of short.entries()) {
      const measured = fastest(() => check(text));
      // Shorter times are below the resolution of the clock.
      const growth = fastest(() => check(long[index])) / Math.max(measured, 0.005);
      expect(growth, `${JSON.stringify(rule)} for ${JSON.stringify(text.slice(-12))}`).toBeLessThan(GROWTH_MAX);
    }
  }
});
