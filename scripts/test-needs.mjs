import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { findChromium } from './chromium.mjs';
import { findPostgres } from './postgres.mjs';
import { run, runOrExit } from './run.mjs';

const clusterSettings = '/etc/postgresql-common/createcluster.conf';

/** Makes sure that the tests find a browser and a PostgreSQL server: from Debian when root, else it says what to install. */
export async function installTestNeeds() {
  const missing = [];
  if (!findChromium() && !(await playwrightHasChromium())) missing.push('chromium');
  if (!findPostgres()) missing.push('postgresql');
  if (!(await hasCommand('curl'))) missing.push('curl');
  if (missing.length === 0) return;

  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `The tests need ${missing.join(' and ')}. On Debian and Ubuntu: sudo apt-get install ${missing.join(' ')}`,
    );
    if (missing.includes('chromium')) console.error('Or, for the browser alone: npx playwright install chromium');
    process.exit(1);
  }
  if (missing.includes('postgresql')) leaveOutMainCluster();
  console.error(`Installing ${missing.join(' and ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runOrExit('apt-get', ['update', '-qq'], { env });
  await runOrExit(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', ...missing],
    { env },
  );
}

/** @param {string} name */
async function hasCommand(name) {
  return (await run('sh', ['-c', `command -v ${name}`], { quiet: true })).code === 0;
}

async function playwrightHasChromium() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath());
}

/** Debian would otherwise make and start a database server of its own, which the tests do not use. */
function leaveOutMainCluster() {
  const settings = existsSync(clusterSettings) ? readFileSync(clusterSettings, 'utf8') : '';
  if (/^\s*create_main_cluster\s*=/m.test(settings)) return;
  mkdirSync('/etc/postgresql-common', { recursive: true });
  writeFileSync(clusterSettings, `${settings}create_main_cluster = false\n`);
}
