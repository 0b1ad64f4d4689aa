const BUCKET = 'vedette-test';
/** The suffix that the server adds to a key for the name of a file. */
const OBJECT_FILE = '._S3rver_object';

/**
 * Starts an S3-compatible server on the loopback, with one bucket and one account. It verifies the account and the expiry
 * of signatures, but not the signatures themselves.
 * @param {{ directory: string, port?: number }} options directory: the folder of its objects; port: absent, any free one
 */
export async function startObjectStore({ directory, port = 0 }) {
  const { default: S3rver } = await import('s3rver');
  const configureBuckets = [{ name: BUCKET, configs: [] }];
  const server = new S3rver({ directory, port, address: '127.0.0.1', silent: true, configureBuckets });
  const listening = await server.run();
  return {
    port: listening.port,
    /** The environment variables of a server that uses it. */
    settings: {
      FRAMES: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${listening.port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    /** The path of an object's file below the directory. @param {string} key */
    fileOf: (key) => `${BUCKET}/${key}${OBJECT_FILE}`,
    /** The key of a file; undefined: not the file of an object. @param {string} file */
    keyOf: (file) =>
      file.startsWith(`${BUCKET}/`) && file.endsWith(OBJECT_FILE)
        ? file.slice(BUCKET.length + 1, -OBJECT_FILE.length)
        : undefined,
    stop: () => server.close(),
  };
}
