import { readdirSync, readFileSync } from 'node:fs';
import { inRepository } from './repository.mjs';

const dist = 'web/dist';

/**
 * The JavaScript that a browser fetches before a page of the built web app is whole: what the document names, the files
 * of these parts, and everything that those import.
 * @param {readonly string[]} parts  file names in front of the hash: 'dashboard-page'
 * @returns {string[]} from the root of the repository
 */
export function firstLoad(parts) {
  const files = readdirSync(inRepository(dist, 'assets')).filter((file) => file.endsWith('.js'));
  const named = [...readFileSync(inRepository(dist, 'index.html'), 'utf8').matchAll(/\/assets\/([^"]+\.js)"/g)].map(
    ([, file = '']) => file,
  );
  const roots = parts.map((part) => {
    const file = files.find((it) => it.startsWith(`${part}-`) && it.length === part.length + '-12345678.js'.length);
    if (!file) throw new Error(`No file of the web app is ${part}`);
    return file;
  });
  const loaded = new Set();
  for (const waiting = [...named, ...roots]; waiting.length > 0; ) {
    const file = waiting.pop();
    if (file === undefined || loaded.has(file)) continue;
    loaded.add(file);
    const text = readFileSync(inRepository(dist, 'assets', file), 'utf8');
    waiting.push(...[...text.matchAll(/\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, it = '']) => it));
  }
  return [...loaded].map((file) => `${dist}/assets/${file}`);
}
