/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Counts every test that did not pass as failed, including skipped tests, todos and files that could not be loaded.
 * @param {VitestResult | undefined} result  of its json reporter
 * @param {number} exitCode
 * @returns {Count}
 *
 * @typedef {{ numTotalTests: number, numPassedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} VitestResult
 */
export function countVitest(result, exitCode) {
  if (!result) return { passed: 0, failed: 1 };
  const notLoaded = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = result.numTotalTests - result.numPassedTests + notLoaded.length;
  return { passed: result.numPassedTests, failed: atLeastOneOf(failed, exitCode) };
}

/**
 * The same for Playwright, where flaky tests count as failed, too.
 * @param {PlaywrightResult | undefined} result
 * @param {number} exitCode
 * @returns {Count}
 *
 * @typedef {{ errors: unknown[], stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightResult
 */
export function countPlaywright(result, exitCode) {
  if (!result) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = result.stats;
  return { passed: expected, failed: atLeastOneOf(unexpected + flaky + skipped, exitCode) };
}

/**
 * Counts a runner that fails outside any test (an unhandled error, a failed set-up) as a failure.
 * @param {number} failed
 * @param {number} exitCode
 */
function atLeastOneOf(failed, exitCode) {
  return exitCode === 0 ? failed : Math.max(1, failed);
}
