import { readdirSync, readFileSync } from 'node:fs';
import { inRepository } from './repository.mjs';

const dist = 'web/dist';

/**
 * The JavaScript that a browser fetches before /dashboard is complete: the files in its document, the toasts, which the
 * code imports dynamically, and all of their imports.
 * @returns {string[]} paths from the root of the repository
 */
export function firstLoad() {
  const document = readFileSync(inRepository(dist, 'dashboard.html'), 'utf8');
  const named = [...document.matchAll(/\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file);
  const toaster = readdirSync(inRepository(dist, 'assets')).find((file) => /^toaster-.{8}\.js$/.test(file));
  if (!toaster) throw new Error('No file of the web app is toaster');
  const loaded = new Set();
  for (const waiting = [...named, toaster]; waiting.length > 0; ) {
    const file = waiting.pop();
    if (file === undefined || loaded.has(file)) continue;
    loaded.add(file);
    const text = readFileSync(inRepository(dist, 'assets', file), 'utf8');
    waiting.push(...[...text.matchAll(/\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, it = '']) => it));
  }
  return [...loaded].map((file) => `${dist}/assets/${file}`);
}
