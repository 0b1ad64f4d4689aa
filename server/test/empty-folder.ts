import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of this test alone, gone with all that is in it when the test has finished. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
