import { expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-count.mjs';

const ran = { status: 'passed', assertionResults: [{}] };

it('counts every test that did not pass as failed', () => {
  const skippedOne = { numTotalTests: 5, numPassedTests: 4, testResults: [ran] };
  expect(countVitest(skippedOne, 0)).toEqual({ passed: 4, failed: 1 });
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 1 };
  expect(countPlaywright({ errors: [], stats }, 1)).toEqual({ passed: 7, failed: 3 });
});

it('counts a file that could not be loaded', () => {
  const broken = { status: 'failed', assertionResults: [] };
  expect(countVitest({ numTotalTests: 2, numPassedTests: 2, testResults: [ran, broken] }, 1)).toEqual({
    passed: 2,
    failed: 1,
  });
});

it('counts a failed runner as a failure', () => {
  expect(countVitest({ numTotalTests: 2, numPassedTests: 2, testResults: [ran] }, 1)).toEqual({ passed: 2, failed: 1 });
  expect(countVitest(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright(undefined, 1)).toEqual({ passed: 0, failed: 1 });
});
