import { expect, test } from 'vitest';
import { emptyFolder } from '../test/data/empty-folder.ts';
import { runBuilt } from '../test/servers/start-server.ts';
import { lockDataFolder } from './data-folder.ts';

test('only one server at a time locks a data folder', () => {
  const folder = emptyFolder();
  const first = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow('Another server is using the data folder');
  first.release();
  lockDataFolder(folder).release();
});

test.each(['/proc', '/proc/vedette', '/proc/1/vedette/data', '/dev/null/data'])(
  'where nothing can be made, as in %s, the server ends with a sentence',
  async (folder) => {
    const { code, output } = await runBuilt('main', [], { DATA_DIR: folder, PORT: '0' });
    expect(output).toMatch(/^Vedette cannot start: [^\n]+\n$/);
    expect(output).toContain(`The data folder ${folder} cannot be used (`);
    expect(output).toContain('). Set DATA_DIR to a folder that can be written to.');
    expect(code).toBe(1);
  },
);
