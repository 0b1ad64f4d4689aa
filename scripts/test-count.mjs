/** @typedef {{ passed: number, failed: number }} Count */

/**
 * A test that did not pass counts as failed, whatever the reason: skipped, to do, a file that could not be loaded.
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
 * The same for Playwright, where a test that passed only when repeated is no pass either.
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
 * A runner that fails outside any test (an unhandled error, a failed set-up) must not look like success.
 * @param {number} failed
 * @param {number} exitCode
 */
function atLeastOneOf(failed, exitCode) {
  return exitCode === 0 ? failed : Math.max(1, failed);
}
