/**
 * The ZIP file of an evidence archive. Names, contents and their order determine every byte: contents are stored as they
 * are, and there are no times, attributes, comments or gaps. So whoever has the contents knows how the file must look.
 */
export type ZipEntry = {
  /** ASCII. */
  name: string;
  crc: number;
  size: number;
  /** Where its header begins. */
  offset: number;
};

export const LOCAL_HEADER = 0x04034b50;
export const DIRECTORY_RECORD = 0x02014b50;
export const END = 0x06054b50;
export const END_64 = 0x06064b50;
export const LOCATOR_64 = 0x07064b50;

export const LOCAL_HEADER_BYTES = 30;
export const DIRECTORY_RECORD_BYTES = 46;
export const END_BYTES = 22;
export const LOCATOR_64_BYTES = 20;

/** The extra field with the numbers that need 64 bits. */
export const EXTRA_64 = 1;
/** In a field of 16 or 32 bits: its number stands elsewhere, in 64 bits. */
export const MAX_16 = 0xffff;
export const MAX_32 = 0xffffffff;

const VERSION = 20;
const VERSION_64 = 45;
/** The first day that the format knows: 1980-01-01. */
const NO_DATE = 0x21;

/** What comes before an entry's content. */
export function localHeader({ name, crc, size }: Omit<ZipEntry, 'offset'>): Uint8Array<ArrayBuffer> {
  return joined([
    numbers([4, LOCAL_HEADER], [2, VERSION], [2, 0], [2, 0], [2, 0], [2, NO_DATE]),
    numbers([4, crc], [4, size], [4, size], [2, name.length], [2, 0]),
    ascii(name),
  ]);
}

/** The record of an entry in the directory, which comes after all entries. */
export function directoryRecord({ name, crc, size, offset }: ZipEntry): Uint8Array<ArrayBuffer> {
  const isFar = offset >= MAX_32;
  const version = isFar ? VERSION_64 : VERSION;
  const extra = isFar ? numbers([2, EXTRA_64], [2, 8], [8, offset]) : numbers();
  return joined([
    numbers([4, DIRECTORY_RECORD], [2, version], [2, version], [2, 0], [2, 0], [2, 0], [2, NO_DATE]),
    numbers([4, crc], [4, size], [4, size], [2, name.length], [2, extra.byteLength]),
    // Comment, disk and attributes.
    numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, isFar ? MAX_32 : offset]),
    ascii(name),
    extra,
  ]);
}

type Directory = { count: number; offset: number; size: number };

/** What comes after the directory. */
export function endOfDirectory({ count, offset, size }: Directory): Uint8Array<ArrayBuffer> {
  const isLarge = count >= MAX_16 || offset >= MAX_32 || size >= MAX_32;
  const in64 = isLarge
    ? [
        numbers([4, END_64], [8, 44], [2, VERSION_64], [2, VERSION_64], [4, 0], [4, 0]),
        numbers([8, count], [8, count], [8, size], [8, offset]),
        numbers([4, LOCATOR_64], [4, 0], [8, offset + size], [4, 1]),
      ]
    : [];
  const [few, from, bytes] = [Math.min(count, MAX_16), Math.min(offset, MAX_32), Math.min(size, MAX_32)];
  return joined([...in64, numbers([4, END], [2, 0], [2, 0], [2, few], [2, few], [4, bytes], [4, from], [2, 0])]);
}

/** Little-endian. */
function numbers(...fields: (readonly [bytes: 2 | 4 | 8, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function ascii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

export function crc32(bytes: Uint8Array): number {
  let crc = MAX_32;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ MAX_32) >>> 0;
}
