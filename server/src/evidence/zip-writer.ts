import { crc32 } from 'node:zlib';
import {
  directoryRecord,
  endOfDirectory,
  joined,
  localHeader,
  type ZipEntry,
} from '@vedette/contract/evidence-archive/zip-format';

/** Writes a ZIP file piece by piece; of each entry only its record stays in memory. */
export function createZip() {
  const entries: ZipEntry[] = [];
  let offset = 0;
  return {
    add: (name: string, content: Uint8Array): Uint8Array[] => {
      const entry = { name, crc: crc32(content), size: content.byteLength, offset };
      const header = localHeader(entry);
      entries.push(entry);
      offset += header.byteLength + content.byteLength;
      return [header, content];
    },
    end: (): Uint8Array[] => {
      const records = joined(entries.map(directoryRecord));
      return [records, endOfDirectory({ count: entries.length, offset, size: records.byteLength })];
    },
  };
}
