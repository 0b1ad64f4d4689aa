import './setup/node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './processes/run.mjs';
import { inRepository } from './repository/repository.mjs';
import { countPlaywright, countVitest } from './repository/test-count.mjs';
import { installAgent } from './setup/install-agent.mjs';
import { installFirebaseEmulator } from './setup/install-firebase-emulator.mjs';
import { startPostgres } from './setup/postgres.mjs';
import { prepare } from './setup/prepare.mjs';
import { installTestNeeds } from './setup/test-needs.mjs';

// npm test                      everything
// npm test -- server            one part (contract, server, web, demo, agent, bench, docs, scripts, e2e), or several
// npm test -- server frames     the files of one part whose path contains a word
const vitestParts = ['contract', 'server', 'web', 'demo', 'agent', 'bench', 'docs', 'scripts'];
const asked = process.argv.slice(2);
const askedParts = asked.filter((word) => vitestParts.includes(word));
const filters = asked.filter((word) => word !== 'e2e' && !vitestParts.includes(word));
const everyPart = askedParts.length === 0 && !asked.includes('e2e');

await prepare({ withDevelopment: true });
await installTestNeeds();
if (everyPart || askedParts.includes('agent')) await installAgent();
if (everyPart || asked.includes('e2e')) await installFirebaseEmulator();

const results = mkdtempSync(path.join(tmpdir(), 'vedette-test-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));
const postgres = await startPostgres({ durable: false });
const env = { ...process.env, TEST_DATABASE_URL: postgres.url };

/** @type {import('./repository/test-count.mjs').Count[]} */
const counts = [];
if (everyPart || askedParts.length > 0) counts.push(await vitest());
if (everyPart || asked.includes('e2e')) counts.push(await playwright());
await postgres.stop();

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
// Once more at the end, because the reason is far above.
for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`Failed: ${failure}`);
if (passed + failed === 0) console.log('No test ran.');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function vitest() {
  const output = path.join(results, 'vitest.json');
  const { code } = await run(
    process.execPath,
    [
      ...[inRepository('node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...filters],
      ...askedParts.flatMap((part) => ['--project', `${part}*`]),
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${output}`],
    ],
    { env },
  );
  return countVitest(readResult(output), code);
}

async function playwright() {
  const output = path.join(results, 'playwright.json');
  const { code } = await run(
    process.execPath,
    [
      ...[inRepository('node_modules/@playwright/test/cli.js'), 'test', '--pass-with-no-tests', ...filters],
      ...['--config', inRepository('e2e/playwright.config.ts'), '--reporter=list,json'],
    ],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: output } },
  );
  return countPlaywright(readResult(output), code);
}

/** @param {string} file */
function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
