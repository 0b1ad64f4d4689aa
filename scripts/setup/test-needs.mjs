import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { run, runOrExit } from '../processes/run.mjs';
import { findWholeChromium } from './chromium.mjs';
import { findPostgres } from './postgres.mjs';

const servicePolicy = '/usr/sbin/policy-rc.d';
const clusterSettings = '/etc/postgresql-common/createcluster.conf';

/** Installs what the tests run (a browser, PostgreSQL, nginx, mosquitto, ffmpeg, systemd-notify) from Debian when root; otherwise prints what to install. */
export async function installTestNeeds() {
  const missing = [];
  if (!findWholeChromium() && !(await playwrightHasChromium())) missing.push('chromium');
  if (!findPostgres()) missing.push('postgresql');
  for (const command of ['curl', 'ffmpeg', 'openssl']) if (!(await hasCommand(command))) missing.push(command);
  if (!(await hasCommand('systemd-notify'))) missing.push('systemd');
  // Debian installs them outside the PATH of ordinary users.
  for (const daemon of ['nginx', 'mosquitto']) {
    if (!existsSync(`/usr/sbin/${daemon}`) && !(await hasCommand(daemon))) missing.push(daemon);
  }
  if (missing.length === 0) return;

  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `The tests need ${missing.join(' and ')}. On Debian and Ubuntu: sudo apt-get install ${missing.join(' ')}`,
    );
    if (missing.includes('chromium')) console.error('Or, for the browser alone: npx playwright install chromium');
    process.exit(1);
  }
  if (missing.includes('postgresql')) leaveOutMainCluster();
  startNoServices();
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runOrExit('apt-get', ['update', '-qq'], { env });
  const packages = [...missing, ...(missing.includes('chromium') ? await browserWithoutWindows() : [])];
  console.error(`Installing ${packages.join(' and ')}.`);
  await runOrExit(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', ...packages],
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

/** The headless shell takes less processor time, where Debian has a package of it. */
async function browserWithoutWindows() {
  const name = 'chromium-headless-shell';
  return (await run('apt-cache', ['show', name], { quiet: true })).code === 0 ? [name] : [];
}

/** This file stops Debian from starting nginx and mosquitto on their own ports. */
function startNoServices() {
  if (existsSync(servicePolicy)) return;
  writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  process.on('exit', () => rmSync(servicePolicy, { force: true }));
}

/** This setting stops Debian from creating and starting a database server, which the tests do not use. */
function leaveOutMainCluster() {
  const settings = existsSync(clusterSettings) ? readFileSync(clusterSettings, 'utf8') : '';
  if (/^\s*create_main_cluster\s*=/m.test(settings)) return;
  mkdirSync('/etc/postgresql-common', { recursive: true });
  writeFileSync(clusterSettings, `${settings}create_main_cluster = false\n`);
}
