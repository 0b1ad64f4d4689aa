import { expect, test } from 'vitest';
import { emptyFolder } from '../test/empty-folder.ts';
import { lockDataFolder } from './data-folder.ts';

test('one server holds a data folder, and the next one after it', () => {
  const folder = emptyFolder();
  const first = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow('Another server is using the data folder');
  first.release();
  lockDataFolder(folder).release();
});
