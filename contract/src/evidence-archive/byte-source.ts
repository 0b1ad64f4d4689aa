/** A file that is read piece by piece. */
export type ByteSource = {
  size: number;
  /** The bytes from `from` to before `to`; fewer at the end of the file. */
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;
};

/** Node.js gives blobs of files beyond 4 GB a wrong size, so that its command line has a source of its own. */
export function sourceOf(file: Blob): ByteSource {
  return {
    size: file.size,
    read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  };
}
