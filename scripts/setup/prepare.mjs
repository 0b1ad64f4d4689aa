import { staleParts } from '../build.mjs';
import { runOrExit } from '../processes/run.mjs';
import { inRepository } from '../repository/repository.mjs';
import { installPackages } from './install.mjs';

/** Updates packages and both builds; takes a few milliseconds when they are current. */
export async function prepare({ withDevelopment = false } = {}) {
  const stale = staleParts();
  // A machine with current builds needs no tools for building.
  await installPackages({ withDevelopment: withDevelopment || stale.length > 0 });
  if (stale.length === 0) return;
  console.error(`Building ${stale.join(' and ')}.`);
  // Builds in a separate process, so that the server's process does not keep the bundlers' memory.
  await runOrExit(process.execPath, [inRepository('scripts', 'build.mjs'), ...stale]);
}
