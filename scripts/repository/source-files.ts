import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from './repository.mjs';

export type Place = {
  /** from the root of the repository */
  file: string;
  absolute: string;
  workspace: string;
  /** the folder below `src`, or '' for a file that stands in `src` itself */
  slice: string;
};

export type SourceFile = Place & { text: string; lines: number };
export type Import = { from: Place; to: Place; typeOnly: boolean };

const workspaces = ['contract', 'server', 'web', 'demo', 'agent', 'bench', 'e2e', 'docs', 'scripts'];
const notOurs = new Set(['node_modules', 'dist', 'test-results', 'playwright-report', 'data']);

/** All source files of the repository. */
export function sourceFiles(): SourceFile[] {
  return workspaces
    .flatMap((workspace) => walk(inRepository(workspace)))
    .map((absolute) => {
      const text = readFileSync(absolute, 'utf8');
      return { ...placeOf(absolute), text, lines: text.split('\n').length - 1 };
    });
}

/** The file's imports of other files in this repository, without packages. */
export function importsOf(from: SourceFile): Import[] {
  return [...from.text.matchAll(importPattern)].flatMap(([, type, named, bare, dynamic]) => {
    const to = resolve(from, named ?? bare ?? dynamic ?? '');
    return to ? [{ from, to: placeOf(to), typeOnly: type !== undefined }] : [];
  });
}

const importPattern =
  /^(?:import|export)\s+(type\s)?[^'"`;]*?\sfrom\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

function resolve(from: Place, specifier: string) {
  const ours = /^@vedette\/([^/]+)\/(.+)$/.exec(specifier);
  if (ours?.[1] && ours[2]) return inRepository(ours[1], 'src', `${ours[2]}.ts`);
  if (!specifier.startsWith('.') || specifier.includes('/dist/')) return undefined;
  return path.resolve(path.dirname(from.absolute), specifier.replace(/\?.*$/, ''));
}

function placeOf(absolute: string): Place {
  const file = path.relative(inRepository(), absolute);
  const [workspace = '', ...below] = file.split(path.sep);
  const folders = below[0] === 'src' ? below.slice(1, -1) : below.slice(0, -1);
  return { file, absolute, workspace, slice: folders[0] ?? '' };
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : walk(place);
    return /\.(ts|tsx|mjs|css)$/.test(entry.name) ? [place] : [];
  });
}
