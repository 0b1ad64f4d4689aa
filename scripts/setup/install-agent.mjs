import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes/run.mjs';
import { inRepository } from '../repository/repository.mjs';

const SQLITE = 'better-sqlite3';
const BUILT = path.join('build', 'Release', 'better_sqlite3.node');

/**
 * Installs what agent/package-lock.json names when npm has not, or not completely.
 * @param {{ withDatabase?: boolean }} [need]  whether SQLite has to be compiled as well
 */
export async function installAgent({ withDatabase = true } = {}) {
  if (!isInstalled()) {
    console.error("Installing the agent's packages. The first time can take some minutes.");
    // No install scripts: the inference engine's fetches GPU libraries from elsewhere, the others are not needed.
    await npm('ci', '--ignore-scripts');
  }
  if (withDatabase && !existsSync(inRepository('agent', 'node_modules', SQLITE, BUILT)) && !copyBuiltDatabase()) {
    await npm('rebuild', SQLITE);
  }
}

/** @param {string[]} args */
async function npm(...args) {
  const { code } = await run('npm', [...args, '--no-progress', '--loglevel=error'], { cwd: inRepository('agent') });
  if (code === 0) return;
  console.error("npm could not install the agent's packages. Building its database may need: g++ make python3");
  process.exit(1);
}

/** Building SQLite takes a minute or more; on a machine that also has the server's packages, their build is the same. */
function copyBuiltDatabase() {
  const [ours, theirs] = [inRepository('agent', 'node_modules', SQLITE), inRepository('node_modules', SQLITE)];
  const built = path.join(theirs, BUILT);
  if (!existsSync(built) || versionIn(theirs) !== versionIn(ours)) return false;
  mkdirSync(path.dirname(path.join(ours, BUILT)), { recursive: true });
  copyFileSync(built, path.join(ours, BUILT));
  return true;
}

/** @param {string} folder */
function versionIn(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
}

function isInstalled() {
  const [wanted, installed] = [lock('package-lock.json'), lock('node_modules', '.package-lock.json')];
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(
    ([place, { version, optional }]) => place === '' || optional || installed[place]?.version === version,
  );
}

/**
 * @param {string[]} place
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
function lock(...place) {
  try {
    return JSON.parse(readFileSync(inRepository('agent', ...place), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
