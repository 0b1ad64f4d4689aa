import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataFolder } from './data-folder.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('one server holds a data folder, and the next one after it', () => {
  const folder = emptyFolder();
  const first = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow('Another server is using the data folder');
  first.release();
  lockDataFolder(folder).release();
});
