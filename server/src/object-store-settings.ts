import type { SettingReader } from './setting-reader.ts';
import { trueOrFalse, webOrigin } from './setting-values.ts';

/** Settings of an S3-compatible store for the frames. */
export type ObjectStoreSettings = {
  /** An origin; the bucket is a folder below it. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Browsers fetch frames from the store itself, by short-lived links. */
  redirect: boolean;
};

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const OPTIONAL = ['S3_REGION', 'FRAMES_REDIRECT'] as const;

/** Returns undefined when frames are stored beside SQLite's file or in PostgreSQL. */
export function readObjectStore(options: SettingReader & { https: boolean }): ObjectStoreSettings | undefined {
  const { read, isSet, complain, https } = options;
  const onPostgres = isSet('DATABASE_URL');
  const frames = read<FrameStoreName>('FRAMES', frameStoreName, onPostgres ? 'database' : 'disk');
  const settings = {
    endpoint: read('S3_ENDPOINT', webOrigin, ''),
    bucket: read('S3_BUCKET', bucketName, ''),
    region: read('S3_REGION', (text) => text, 'us-east-1'),
    accessKeyId: read('S3_ACCESS_KEY_ID', (text) => text, ''),
    secretAccessKey: read('S3_SECRET_ACCESS_KEY', (text) => text, ''),
    redirect: read('FRAMES_REDIRECT', trueOrFalse, false),
  };
  if (frames !== 's3') {
    for (const name of [...NEEDED, ...OPTIONAL].filter(isSet)) {
      if (name !== 'FRAMES_REDIRECT' || settings.redirect) complain(`${name}=…: has no effect without FRAMES=s3`);
    }
    if (frames === 'disk' && onPostgres) {
      complain("FRAMES=disk: servers that share a database would miss each other's frames; must be database or s3");
    }
    if (frames === 'database' && !onPostgres) {
      complain('FRAMES=database: needs PostgreSQL, DATABASE_URL; with SQLite it must be disk or s3');
    }
    return undefined;
  }
  for (const name of NEEDED) if (!isSet(name)) complain(`${name}=: must be set, because FRAMES=s3 needs it`);
  if (settings.redirect && https && settings.endpoint.startsWith('http:')) {
    complain('FRAMES_REDIRECT=true: a page of https:// shows no pictures of http://, and S3_ENDPOINT is one');
  }
  return settings;
}

type FrameStoreName = 'disk' | 'database' | 's3';

function frameStoreName(text: string): FrameStoreName {
  if (text !== 'disk' && text !== 'database' && text !== 's3') throw new Error('must be disk, database or s3');
  return text;
}

function bucketName(text: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)) {
    throw new Error('must be a bucket name: 3 to 63 small letters, digits, dots and hyphens');
  }
  return text;
}
