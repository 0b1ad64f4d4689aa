import type { ByteSource } from './byte-source.ts';
import {
  DIRECTORY_RECORD,
  DIRECTORY_RECORD_BYTES,
  END,
  END_64,
  END_BYTES,
  EXTRA_64,
  LOCAL_HEADER,
  LOCAL_HEADER_BYTES,
  LOCATOR_64,
  LOCATOR_64_BYTES,
  MAX_16,
  MAX_32,
  type ZipEntry,
} from './zip-format.ts';

/** An entry as the directory describes it, which may be wrong. */
export type FoundEntry = ZipEntry & { method: number; storedSize: number };

export type FoundDirectory = {
  /** Where it begins. */
  offset: number;
  entries: FoundEntry[];
};

const STORED = 0;
const DEFLATED = 8;
const COMMENT_MAX = 0xffff;

/** Reads any ZIP file, also one that another program has packed again. Null when it has no readable directory. */
export async function readDirectory(file: ByteSource): Promise<FoundDirectory | null> {
  const end = await findEnd(file);
  if (end === null || end.offset + end.size > file.size) return null;
  const view = viewOf(await file.read(end.offset, end.offset + end.size));
  const entries: FoundEntry[] = [];
  for (let at = 0; entries.length < end.count; ) {
    if (at + DIRECTORY_RECORD_BYTES > view.byteLength || view.getUint32(at, true) !== DIRECTORY_RECORD) return null;
    const nameEnd = at + DIRECTORY_RECORD_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > view.byteLength) return null;
    entries.push({
      name: nameIn(view, { from: at + DIRECTORY_RECORD_BYTES, to: nameEnd }),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...in64(view, { at, from: nameEnd, to: extraEnd }),
    });
    at = next;
  }
  return { offset: end.offset, entries };
}

async function findEnd(file: ByteSource): Promise<{ count: number; size: number; offset: number } | null> {
  const from = Math.max(0, file.size - END_BYTES - COMMENT_MAX - LOCATOR_64_BYTES);
  const view = viewOf(await file.read(from, file.size));
  for (let at = view.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const end = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    };
    const locator = at - LOCATOR_64_BYTES;
    const isLarge = end.count === MAX_16 || end.size === MAX_32 || end.offset === MAX_32;
    if (!isLarge || locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return end;
    return readEnd64(file, Number(view.getBigUint64(locator + 8, true)));
  }
  return null;
}

async function readEnd64(file: ByteSource, from: number) {
  const view = viewOf(await file.read(from, from + 56));
  if (view.byteLength < 56 || view.getUint32(0, true) !== END_64) return null;
  const number = (at: number) => Number(view.getBigUint64(at, true));
  return { count: number(32), size: number(40), offset: number(48) };
}

/** Sizes and offset of a record; what needs 64 bits stands in its extra field. */
function in64(view: DataView, { at, from, to }: { at: number; from: number; to: number }) {
  const far: number[] = [];
  for (let field = from; field + 4 <= to; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== EXTRA_64) continue;
    const fieldEnd = Math.min(to, field + 4 + view.getUint16(field + 2, true));
    for (let value = field + 4; value + 8 <= fieldEnd; value += 8) far.push(Number(view.getBigUint64(value, true)));
  }
  const number = (place: number) => {
    const value = view.getUint32(at + place, true);
    return value === MAX_32 ? (far.shift() ?? value) : value;
  };
  const size = number(24);
  const storedSize = number(20);
  return { size, storedSize, offset: number(42) };
}

function nameIn(view: DataView, { from, to }: { from: number; to: number }): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + from, to - from));
}

/** The content of an entry; null when it cannot be read or has another size than the directory says. */
export async function readContent(
  file: ByteSource,
  { offset, method, size, storedSize }: FoundEntry,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const header = viewOf(await file.read(offset, offset + LOCAL_HEADER_BYTES));
  if (header.byteLength < LOCAL_HEADER_BYTES || header.getUint32(0, true) !== LOCAL_HEADER) return null;
  const from = offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const stored = await file.read(from, from + storedSize);
  if (method === STORED) return stored.byteLength === size ? stored : null;
  return method === DEFLATED ? inflate(stored, size) : null;
}

async function inflate(stored: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const content = new Uint8Array(size);
  const reader = new Blob([stored]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  let at = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return at === size ? content : null;
      if (at + value.byteLength > size) break;
      content.set(value, at);
      at += value.byteLength;
    }
  } catch {
    return null;
  }
  await reader.cancel();
  return null;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(buffer, byteOffset, byteLength);
}
