import { mkdtempSync, rmSync, statSync } from 'node:fs';
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
  const folder = join(emptyFolder(), 'data');
  const first = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow('Another server is using the data folder');
  first.release();
  lockDataFolder(folder).release();
});

test('nobody else on the machine may look into a folder that it makes', () => {
  const folder = join(emptyFolder(), 'data');
  lockDataFolder(folder).release();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
