import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { run } from '../processes/run.mjs';
import { inRepository } from '../repository/repository.mjs';

/** @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * Installs the packages of package-lock.json when node_modules differs from it.
 * @param {{ withDevelopment: boolean, withDatabase?: boolean }} need  whether tools for building and testing are needed as
 *   well, and whether the embedded database has to be compiled
 */
export async function installPackages({ withDevelopment, withDatabase = true }) {
  if (!isInstalled({ withDevelopment })) {
    console.error('Installing packages. The first time can take some minutes.');
    // --include=dev: NODE_ENV=production would omit the tools of the build.
    const { code } = await run('npm', ['ci', '--include=dev', '--no-progress', '--loglevel=error']);
    if (code !== 0) await giveUp('npm could not install the packages.');
  }
  if (withDatabase && !databaseBinaryLoads()) {
    console.error('Building the embedded database for this Node.js.');
    await run('npm', ['rebuild', 'better-sqlite3', '--loglevel=error']);
    if (!databaseBinaryLoads()) await giveUp('The embedded database (better-sqlite3) could not be built.');
  }
}

/** npm records the installed packages in a file, which is missing after an interrupted install. */
function isInstalled({ withDevelopment = true }) {
  const wanted = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules', '.package-lock.json');
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([place, { version, link, dev, optional, devOptional }]) => {
    const ourOwn = !place.startsWith('node_modules/') && !place.includes('/node_modules/');
    if (ourOwn || link || optional || devOptional || (dev && !withDevelopment)) return true;
    return installed[place]?.version === version;
  });
}

/** @param {string[]} place */
function lockedPackages(...place) {
  try {
    /** @type {{ packages: Record<string, LockedPackage> }} */
    const lock = JSON.parse(readFileSync(inRepository(...place), 'utf8'));
    return lock.packages;
  } catch {
    return undefined;
  }
}

function databaseBinaryLoads() {
  try {
    const Database = createRequire(inRepository('server', 'package.json'))('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

/** @param {string} reason */
async function giveUp(reason) {
  console.error(`\n${reason}`);
  const missing = [];
  for (const [tool, debianPackage] of [
    ['g++', 'g++'],
    ['make', 'make'],
    ['python3', 'python3'],
  ]) {
    const found = await run('sh', ['-c', `command -v ${tool}`], { quiet: true });
    if (found.code !== 0) missing.push(debianPackage);
  }
  if (missing.length > 0) {
    console.error('No prebuilt binary of the embedded database could be had, and building it needs a compiler.');
    console.error(`On Debian and Ubuntu: sudo apt-get install -y ${missing.join(' ')}    and then start again.`);
  }
  process.exit(1);
}
