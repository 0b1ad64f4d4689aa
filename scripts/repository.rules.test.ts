import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepository } from './repository/repository.mjs';
import { sourceFiles } from './repository/source-files.ts';

describe('the repository', () => {
  it('locks versions and checksums without addresses of a registry', () => {
    expect(readFileSync(inRepository('package-lock.json'), 'utf8')).not.toMatch(/"resolved":\s*"https?:/);
  });

  it('locks the packages of every platform, which npm ci needs', () => {
    type Locked = { optionalDependencies?: Record<string, string> };
    const { packages } = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>;
    };
    const locked = new Set(Object.keys(packages).map((place) => place.replace(/^.*node_modules\//, '')));
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });

  it('has no skipped test, fixed wait, disabled check or leftover', () => {
    const pattern = new RegExp(
      [
        String.raw`\b(it|test|describe)\.(skip|only|todo|fixme)\b`,
        String.raw`\.waitFor(Timeout)\(`,
        '@ts-(ignore|nocheck|expect-error)',
        'biome-(ignore)',
        String.raw`\b(TO(DO)|FIX(ME))\b`,
      ].join('|'),
    );
    const found = sourceFiles().flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
