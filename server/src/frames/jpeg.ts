/** A JPEG begins with the start-of-image marker and the first byte of the next marker. Headers of the request do not count. */
export function looksLikeJpeg(bytes: Uint8Array): boolean {
  return bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}
