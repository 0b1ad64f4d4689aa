import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { ObjectStoreSettings } from '../../object-store-settings.ts';
import { circuitBreaker } from '../circuit-breaker.ts';
import { frameStoreLost, isFrameStoreLost } from '../store-lost.ts';

export type StoredObject = { key: string; size: number; storedAt: number };

/** The operations on a bucket. Requests that get no answer or a refusal reject with a lost frame store. */
export type ObjectStore = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Null when the object does not exist. */
  get: (key: string) => Promise<Buffer | null>;
  /** At most 1,000 keys; a missing one is no error. */
  remove: (keys: readonly string[]) => Promise<void>;
  /** The first objects after `after` in byte order, at most `LIST_LIMIT`. */
  list: (options: { prefix: string; after: string }) => Promise<StoredObject[]>;
  /** An address that shows the object to anybody who has it, for `LINK_SECONDS`. */
  link: (key: string) => Promise<string>;
  check: () => Promise<void>;
  close: () => void;
};

export const LIST_LIMIT = 1_000;
export const LINK_SECONDS = 120;

/** Two attempts at a silent store take some six seconds, less than a browser or a stop of the server waits. */
const ATTEMPTS = 2;
const CONNECT_MS = 2_000;
const SILENCE_MS = 3_000;
/** The limit of a whole call, also one that makes progress. */
const CALL_MS = 8_000;

export async function openObjectStore(settings: ObjectStoreSettings): Promise<ObjectStore> {
  const { endpoint, bucket: Bucket, region, accessKeyId, secretAccessKey } = settings;
  // Loaded on demand: it is the server's largest package, and most servers do not need it.
  const [s3, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const client = new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Every store supports buckets in the path; few have a host name for each.
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    // Checksums beyond the signature change the framing of the body, and some stores save that framing as the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const probe = () => call((abortSignal) => client.send(new s3.HeadBucketCommand({ Bucket }), { abortSignal }));
  const breaker = circuitBreaker({ probe: async () => void (await probe()), isLost: isFrameStoreLost });
  const send = <Answer>(request: (abortSignal: AbortSignal) => Promise<Answer>) => breaker.call(() => call(request));

  return {
    put: async (Key, bytes) => {
      const Body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const object = { Bucket, Key, Body, ContentType: 'image/jpeg', CacheControl: `private, max-age=${LINK_SECONDS}` };
      await send((abortSignal) => client.send(new s3.PutObjectCommand(object), { abortSignal }));
    },
    get: (Key) =>
      send(async (abortSignal) => {
        try {
          const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }), { abortSignal });
          return Body === undefined ? null : Buffer.from(await Body.transformToByteArray());
        } catch (error) {
          if (error instanceof s3.NoSuchKey) return null;
          throw error;
        }
      }),
    remove: async (keys) => {
      const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
      const { Errors = [] } = await send((abortSignal) =>
        client.send(new s3.DeleteObjectsCommand({ Bucket, Delete }), { abortSignal }),
      );
      const [refused] = Errors;
      if (refused !== undefined) throw new Error(`The frame store kept ${Errors.length} objects: ${refused.Code}`);
    },
    list: async ({ prefix: Prefix, after: StartAfter }) => {
      const { Contents = [] } = await send((abortSignal) =>
        client.send(new s3.ListObjectsV2Command({ Bucket, Prefix, StartAfter, MaxKeys: LIST_LIMIT }), { abortSignal }),
      );
      return Contents.map(({ Key = '', Size = 0, LastModified }) => ({
        key: Key,
        size: Size,
        storedAt: LastModified?.getTime() ?? Number.POSITIVE_INFINITY,
      }));
    },
    link: (Key) => getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key }), { expiresIn: LINK_SECONDS }),
    check: async () => void (await probe()),
    close: () => {
      breaker.stop();
      client.destroy();
    },
  };
}

async function call<Answer>(send: (abortSignal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  try {
    return await send(AbortSignal.timeout(CALL_MS));
  } catch (error) {
    throw lostStoreOf(error as Partial<S3ServiceException>);
  }
}

function lostStoreOf(cause: Partial<S3ServiceException>): Error {
  const status = cause.$metadata?.httpStatusCode;
  // The answer to a HEAD request has no error text.
  if (status === 403) return frameStoreLost('refuses the access key', { cause, refused: true });
  if (status === 404) return frameStoreLost('has no such bucket', { cause, refused: true });
  const reason = cause.message || cause.name || `status ${status}`;
  return frameStoreLost(`does not answer: ${reason}`, { cause, refused: false });
}
