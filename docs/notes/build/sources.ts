import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../../../scripts/repository/repository.mjs';

/** The sections of docs/benchmarks.md that the notes take figures from. */
const benches = ['ingest', 'live', 'kill'] as const;
export type BenchName = (typeof benches)[number];

const rules = ['contract/src/threat-level.ts', 'contract/src/weapon-type.ts'];

/** Everything that the notes are made from, as one hash. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  const own = readdirSync(inRepository('docs/notes'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => path.join('docs/notes', file))
    .sort();
  for (const file of [...own, ...rules]) hash.update(`${file}\n${readFileSync(inRepository(file), 'utf8')}\n`);
  for (const bench of benches) hash.update(benchSection(bench));
  return hash.digest('hex');
}

/** What docs/benchmarks.md says under `## name`. */
export function benchSection(name: BenchName): string {
  const page = readFileSync(inRepository('docs/benchmarks.md'), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(`${name}\n`));
  if (!section) throw new Error(`docs/benchmarks.md has no section ${name}: npm run bench -- ${name}`);
  return section;
}
