import type { ByteSource } from './byte-source.ts';
import type { Fault } from './faults.ts';
import { directoryRecord, endOfDirectory, joined, LOCAL_HEADER_BYTES, localHeader } from './zip-format.ts';
import type { FoundDirectory } from './zip-reader.ts';

/**
 * Compares everything but the contents with the one way in which an archive of these entries is written: each header at its
 * place, the directory after the last content, and its end, with nothing between or after them.
 * @param directory with the right checksums of contents that are whole, whatever it claims
 */
export async function checkStructure(file: ByteSource, { offset, entries }: FoundDirectory): Promise<Fault[]> {
  const faults: Fault[] = [];
  const placed = [];
  let at = 0;
  for (const { name, crc, size, storedSize, offset: found } of entries) {
    const header = localHeader({ name, crc, size });
    const isHere = found === at && (await hasBytes(file, { at: found, bytes: header }));
    if (!isHere) faults.push({ problem: 'header changed', entry: name });
    placed.push({ name, crc, size, offset: found });
    at = found + LOCAL_HEADER_BYTES + name.length + storedSize;
  }
  const records = joined(placed.map(directoryRecord));
  const end = endOfDirectory({ count: entries.length, offset, size: records.byteLength });
  const isWhole = offset === at && (await hasBytes(file, { at, bytes: joined([records, end]), last: true }));
  if (!isWhole) faults.push({ problem: 'directory changed' });
  return faults;
}

type Expected = { at: number; bytes: Uint8Array; last?: boolean };

/** @param expected.last whether the file must end with them */
async function hasBytes(file: ByteSource, { at, bytes, last = false }: Expected): Promise<boolean> {
  const to = at + bytes.byteLength;
  if (last && to !== file.size) return false;
  const found = await file.read(at, to);
  return bytes.every((byte, index) => byte === found[index]);
}
