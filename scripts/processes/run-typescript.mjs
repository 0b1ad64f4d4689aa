import { prepare } from '../setup/prepare.mjs';

/**
 * Updates packages and builds, then runs a TypeScript program of this repository in this process.
 * @param {string} program  the path from the root of the repository
 */
export async function runTypeScript(program) {
  await prepare({ withDevelopment: true });
  const { register } = await import('tsx/esm/api');
  register();
  await import(new URL(`../../${program}`, import.meta.url).href);
}
