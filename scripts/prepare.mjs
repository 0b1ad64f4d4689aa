import { staleParts } from './build.mjs';
import { installPackages } from './install.mjs';
import { inRepository } from './repository.mjs';
import { runOrExit } from './run.mjs';

/** Brings packages and both builds up to date; takes a few milliseconds when they already are. */
export async function prepare({ withDevelopment = false } = {}) {
  const stale = staleParts();
  // A machine that was given ready builds needs no tools for building.
  await installPackages({ withDevelopment: withDevelopment || stale.length > 0 });
  if (stale.length === 0) return;
  console.error(`Building ${stale.join(' and ')}.`);
  // In a process of its own: the bundlers' memory is not carried into the server.
  await runOrExit(process.execPath, [inRepository('scripts', 'build.mjs'), ...stale]);
}
