import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Outcome } from '../bench.ts';

export type Result = Outcome & { bench: string; at: string; machine: string };

/** Stores the newest result of each bench in one file. */
export function keepResult(file: string, result: Result): void {
  const others = existsSync(file) ? readResults(file).filter(({ bench }) => bench !== result.bench) : [];
  writeFileSync(file, `${JSON.stringify([...others, result], null, 1)}\n`);
}

export function readResults(file: string): Result[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Result[];
}
