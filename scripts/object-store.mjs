const BUCKET = 'vedette-test';
/** How its files are named: what it adds to a key. */
const OBJECT_FILE = '._S3rver_object';

/**
 * An S3-compatible server on the loopback, with one bucket and one account. It does not verify signatures, only whose
 * they are and when they expire.
 * @param {{ directory: string, port?: number }} options directory: where it keeps its objects; port: absent, any free one
 */
export async function startObjectStore({ directory, port = 0 }) {
  const { default: S3rver } = await import('s3rver');
  const configureBuckets = [{ name: BUCKET, configs: [] }];
  const server = new S3rver({ directory, port, address: '127.0.0.1', silent: true, configureBuckets });
  const listening = await server.run();
  return {
    port: listening.port,
    /** The settings of a server that uses it, as environment variables. */
    settings: {
      FRAMES: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${listening.port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    /** Below the directory. @param {string} key */
    fileOf: (key) => `${BUCKET}/${key}${OBJECT_FILE}`,
    /** The other way round; undefined: not the file of an object. @param {string} file */
    keyOf: (file) =>
      file.startsWith(`${BUCKET}/`) && file.endsWith(OBJECT_FILE)
        ? file.slice(BUCKET.length + 1, -OBJECT_FILE.length)
        : undefined,
    stop: () => server.close(),
  };
}
