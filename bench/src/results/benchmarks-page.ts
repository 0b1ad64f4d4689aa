import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Result, readResults } from './results.ts';
import { checkTable, markdownTable } from './table.ts';

const PAGE = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url));

const INTRODUCTION = `# Benchmarks

Measured, not estimated: \`npm run bench -- all --json results.json\` takes every figure again and
\`npm run bench -- page --json results.json\` writes this page. References run in the same process tree and the same
run, in turns with the product, on the same disk. Trust the ratios; the absolute figures belong to the machine named
below each heading. The load comes from undici on keep-alive connections, in a process of its own; its part of each
request is in every row. Load generator, references, databases and browser share the machine's cores with the server.

The floor is a bare \`node:http\` server: for reports it syncs the frame's file and a line of JSON before it answers, for
reads it answers what it holds in memory. What a missed target means, and why it is missed, stands in the
[decision](decisions) that the figure belongs to.
`;

/** Writes docs/benchmarks.md from the stored results; sections without a result stay unchanged, with their date. */
export function writeBenchmarksPage(file: string): void {
  const results = readResults(file);
  const sections = new Map([
    ...sectionsOf(readFileSync(PAGE, 'utf8')),
    ...results.map((result) => [result.bench, section(result)] as const),
  ]);
  writeFileSync(PAGE, [INTRODUCTION, ...sections.values()].join('\n'));
}

/** The sections of the existing page, by the name of their bench. */
function sectionsOf(page: string): [bench: string, text: string][] {
  const [, ...texts] = page.split(/^(?=## )/m);
  return texts.map((text) => [/^## (.*)$/m.exec(text)?.[1] ?? '', `${text.trimEnd()}\n`]);
}

function section({ bench, at, machine, tables, checks }: Result): string {
  const heading = `## ${bench}\n\n${at.slice(0, 10)}, ${machine}.\n`;
  const measured = [...tables, checkTable(checks)].map((table) => `### ${table.title}\n\n${markdownTable(table)}\n`);
  return [heading, ...measured].join('\n');
}
