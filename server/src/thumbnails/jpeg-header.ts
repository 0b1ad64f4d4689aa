export type JpegHeader = {
  width: number;
  height: number;
  /** The number of passes of the decoder over the picture; a progressive JPEG has several. */
  scans: number;
};

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Frame headers (ITU-T T.81, table B.1): C0 to CF without the tables C4 and CC and the reserved C8. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Stuffed zeros and restart markers belong to a scan and have no length. */
const isInsideScan = (marker: number) => marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);

/** Reads the markers of a JPEG without decoding it. Returns null without a frame header. */
export function readJpegHeader(bytes: Buffer): JpegHeader | null {
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  let at = bytes.indexOf(0xff, 2);
  while (at >= 0 && at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) break;
    if (isInsideScan(marker)) {
      at = bytes.indexOf(0xff, at + (marker === 0xff ? 1 : 2));
      continue;
    }
    if (marker === START_OF_SCAN) scans += 1;
    if (isFrameHeader(marker) && at + 9 <= bytes.length) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      if (size === null || width * height > size.width * size.height) size = { width, height };
    }
    at = bytes.indexOf(0xff, at + 2 + bytes.readUInt16BE(at + 2));
  }
  return size === null ? null : { ...size, scans };
}
