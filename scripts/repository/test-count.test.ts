import { expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-count.mjs';

const passed = { status: 'passed', fullName: 'adds' };
const skipped = { status: 'pending', fullName: 'subtracts' };
const ran = { name: 'a.test.ts', status: 'passed', assertionResults: [passed] };
const journey = (title: string, status: string) => ({ title, tests: [{ status }] });

it('counts what passed, and everything else as failed, by name', () => {
  const skippedOne = { ...ran, assertionResults: [passed, skipped] };
  expect(countVitest({ numTotalTests: 5, numPassedTests: 4, testResults: [skippedOne] }, 0)).toEqual({
    passed: 4,
    failed: 1,
    failures: ['a.test.ts › subtracts'],
  });
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 1 };
  const inside = { file: 'b.journey.ts', specs: [journey('signs in', 'flaky')] };
  const suites = [
    { file: 'b.journey.ts', specs: [journey('opens', 'expected'), journey('closes', 'unexpected')], suites: [inside] },
  ];
  expect(countPlaywright({ errors: [], stats, suites }, 1)).toEqual({
    passed: 7,
    failed: 3,
    failures: ['b.journey.ts › closes', 'b.journey.ts › signs in'],
  });
});

it('counts a file that could not be loaded', () => {
  const broken = { name: 'c.test.ts', status: 'failed', assertionResults: [] };
  expect(countVitest({ numTotalTests: 2, numPassedTests: 2, testResults: [ran, broken] }, 1)).toEqual({
    passed: 2,
    failed: 1,
    failures: ['c.test.ts'],
  });
});

it('never turns a failed runner into a success', () => {
  expect(countVitest({ numTotalTests: 2, numPassedTests: 2, testResults: [ran] }, 1).failed).toBe(1);
  expect(countVitest(undefined, 0).failed).toBe(1);
  expect(countPlaywright(undefined, 1).failed).toBe(1);
});
