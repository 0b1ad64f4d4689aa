import { readFileSync } from 'node:fs';
import { inRepository } from './repository.mjs';
import { run } from './run.mjs';

/** Installs what agent/package-lock.json names when npm has not, or not completely. */
export async function installAgent() {
  if (isInstalled()) return;
  console.error("Installing the agent's packages. The first time can take some minutes.");
  const { code } = await run('npm', ['ci', '--no-progress', '--loglevel=error'], {
    cwd: inRepository('agent'),
    // The inference engine's own script fetches GPU libraries from elsewhere and fails without them; the CPU needs none.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
  });
  if (code !== 0) {
    console.error("npm could not install the agent's packages. Building its database may need: g++ make python3");
    process.exit(1);
  }
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
