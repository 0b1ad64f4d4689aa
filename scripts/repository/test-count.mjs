/** @typedef {{ passed: number, failed: number, failures: string[] }} Count  failures: 'file › title' of each test that failed */

/**
 * Counts every test that did not pass as failed, including skipped tests, todos and files that could not be loaded.
 * @param {VitestResult | undefined} result  of its json reporter
 * @param {number} exitCode
 * @returns {Count}
 *
 * @typedef {{ numTotalTests: number, numPassedTests: number, testResults: VitestFile[] }} VitestResult
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} VitestFile
 */
export function countVitest(result, exitCode) {
  if (!result) return { passed: 0, failed: 1, failures: [] };
  const notLoaded = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = result.numTotalTests - result.numPassedTests + notLoaded.length;
  const failures = result.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status !== 'passed').map(({ fullName }) => `${name} › ${fullName}`),
  );
  return {
    passed: result.numPassedTests,
    failed: atLeastOneOf(failed, exitCode),
    failures: [...notLoaded.map(({ name }) => name), ...failures],
  };
}

/**
 * The same for Playwright, where flaky tests count as failed, too.
 * @param {PlaywrightResult | undefined} result
 * @param {number} exitCode
 * @returns {Count}
 *
 * @typedef {{ errors: unknown[], suites: PlaywrightSuite[], stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightResult
 * @typedef {{ file: string, specs: { title: string, tests: { status: string }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */
export function countPlaywright(result, exitCode) {
  if (!result) return { passed: 0, failed: 1, failures: [] };
  const { expected, unexpected, flaky, skipped } = result.stats;
  const failed = atLeastOneOf(unexpected + flaky + skipped, exitCode);
  return { passed: expected, failed, failures: result.suites.flatMap(failuresIn) };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresIn({ file, specs, suites = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'));
  return [...failed.map(({ title }) => `${file} › ${title}`), ...suites.flatMap(failuresIn)];
}

/**
 * Counts a runner that fails outside any test (an unhandled error, a failed set-up) as a failure.
 * @param {number} failed
 * @param {number} exitCode
 */
function atLeastOneOf(failed, exitCode) {
  return exitCode === 0 ? failed : Math.max(1, failed);
}
