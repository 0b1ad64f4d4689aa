import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstLoad } from './first-load.mjs';
import { inRepository } from './repository.mjs';

test('the dashboard loads few files, because a browser requests six at a time', () => {
  const named = firstLoad().map((file) => file.replace(/.*\/(.*)-.{8}\.js$/, '$1'));
  expect(named.length, named.join(', ')).toBeLessThanOrEqual(10);
});

test("only the entry knows Firebase's chunk, and loads it on demand", () => {
  const folder = inRepository('web', 'dist', 'assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const chunk = scripts.find((name) => name.startsWith('firebase-identity-')) ?? 'missing';
  const naming = scripts.filter((name) => name !== chunk && readFileSync(`${folder}/${name}`, 'utf8').includes(chunk));
  expect(naming).toEqual([expect.stringMatching(/^entry-/)]);
  const entry = readFileSync(`${folder}/${naming[0]}`, 'utf8');
  expect(entry).not.toMatch(new RegExp(`from\\s*["'\`][^"'\`]*${chunk}`));
  for (const page of ['index.html', 'dashboard.html']) {
    expect(readFileSync(inRepository('web', 'dist', page), 'utf8')).not.toContain('firebase');
  }
  expect(firstLoad().join()).not.toContain('firebase');
});
