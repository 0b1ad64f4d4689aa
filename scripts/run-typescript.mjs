import { prepare } from './prepare.mjs';

/**
 * Runs a TypeScript program of this repository in this process, with packages and builds up to date.
 * @param {string} program  from the root of the repository
 */
export async function runTypeScript(program) {
  await prepare({ withDevelopment: true });
  const { register } = await import('tsx/esm/api');
  register();
  await import(new URL(`../${program}`, import.meta.url).href);
}
