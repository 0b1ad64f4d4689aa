import { sourceOf } from '@vedette/contract/evidence-archive/byte-source';
import { directoryRecord, endOfDirectory, joined } from '@vedette/contract/evidence-archive/zip-format';
import { readContent, readDirectory } from '@vedette/contract/evidence-archive/zip-reader';
import { expect, test } from 'vitest';
import { createZip } from './zip-writer.ts';

test('more entries than 16 bits can count are read', async () => {
  const zip = createZip();
  const names = Array.from({ length: 70_000 }, (_, index) => `${index}.txt`);
  const pieces = names.flatMap((name) => zip.add(name, Buffer.from(name)));
  const file = sourceOf(new Blob([joined([...pieces, ...zip.end()])]));
  const directory = await readDirectory(file);
  expect(directory?.entries.map(({ name }) => name)).toEqual(names);
  const [last] = directory?.entries.slice(-1) ?? [];
  expect(last && Buffer.from((await readContent(file, last)) ?? []).toString()).toBe('69999.txt');
});

test('an entry beyond four gigabytes is found', async () => {
  const entry = { name: 'frames/1.jpg', crc: 1, size: 2, offset: 5 * 2 ** 30 };
  const record = directoryRecord(entry);
  // As in a file whose entries before the directory are left out.
  const end = endOfDirectory({ count: 1, offset: 0, size: record.byteLength });
  const directory = await readDirectory(sourceOf(new Blob([joined([record, end])])));
  expect(directory?.entries).toEqual([{ ...entry, storedSize: 2, method: 0 }]);
});
