import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The absolute path of a file or folder in this repository.
 * @param {string[]} parts
 */
export function inRepository(...parts) {
  return path.join(root, ...parts);
}
