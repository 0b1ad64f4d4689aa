import { readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes/run.mjs';
import { inRepository } from '../repository/repository.mjs';

const folder = inRepository('e2e', 'firebase-emulator');

/** Installs Firebase's emulator when it is missing: apart from the workspaces, because only journeys need its 220 MB. */
export async function installFirebaseEmulator() {
  if (versionIn('node_modules', '.package-lock.json') === versionIn('package-lock.json')) return;
  console.error("Installing Firebase's emulator. The first time takes half a minute.");
  const args = ['ci', '--ignore-scripts', '--omit=optional', '--no-progress', '--loglevel=error'];
  const { code } = await run('npm', args, { cwd: folder });
  if (code === 0) return;
  console.error("npm could not install Firebase's emulator.");
  process.exit(1);
}

/** @param {string[]} place */
function versionIn(...place) {
  try {
    const lock = JSON.parse(readFileSync(path.join(folder, ...place), 'utf8'));
    return lock.packages['node_modules/firebase-tools'].version;
  } catch {
    return undefined;
  }
}
