import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** What the demo remembers for its next run, as JSON that only its owner may read: it holds a password and keys. */
export function readKeepsake(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeKeepsake(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
