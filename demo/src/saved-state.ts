import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Reads the saved state of the last run: JSON that only its owner may read, because it contains a password and keys. */
export function readSavedState(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeSavedState(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
