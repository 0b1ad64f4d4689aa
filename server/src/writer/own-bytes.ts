/** Bytes that own their memory and can be transferred to the thread: small buffers are slices of a shared pool. */
export function ownBytes(frame: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = frame;
  const whole = buffer instanceof ArrayBuffer && frame.byteOffset === 0 && frame.byteLength === buffer.byteLength;
  return whole ? new Uint8Array(buffer) : new Uint8Array(frame);
}
