import multipart, { type MultipartFile } from '@fastify/multipart';
import { FRAME_MAX_BYTES, REPORT_MAX_BYTES } from '@vedette/contract/limits';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';

/** A report as received: unvalidated JSON, and the frame's bytes. */
export type RawReport = { report: unknown; frame: Buffer | null };

/** Base64 is a third longer than the data. */
export const JSON_MAX_BYTES = Math.ceil(FRAME_MAX_BYTES / 3) * 4 + REPORT_MAX_BYTES;
/** Includes boundaries and part headers. */
const MULTIPART_MAX_BYTES = FRAME_MAX_BYTES + REPORT_MAX_BYTES + 16 * 1024;

const ENCODINGS =
  'Send a report as multipart/form-data with a part detection and, if there is one, a part frame; as application/json with ' +
  'the frame in base64; or as image/jpeg with the report in the header X-Detection';

/** Registers parsers for the three encodings. A body is refused by its announced length before any of it is read. */
export async function acceptReportBodies(api: Api): Promise<void> {
  api.removeAllContentTypeParsers();
  const parseJson = api.getDefaultJsonParser('error', 'error');
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_MAX_BYTES },
    (request, body: string, done) => (body === '' ? done(null, undefined) : parseJson(request, body, done)),
  );
  const raw = { parseAs: 'buffer', bodyLimit: FRAME_MAX_BYTES } as const;
  const keep = (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body);
  api.addContentTypeParser('image/jpeg', raw, keep);
  // The bytes decide whether it is a JPEG, not the header.
  api.addContentTypeParser(/^(?:image\/|application\/octet-stream)/, raw, keep);
  api.addContentTypeParser('*', (_request, _body, done) => done(apiError('UNSUPPORTED_MEDIA_TYPE', ENCODINGS)));
  await api.register(multipart, {
    // One part more than a report has, so that the error can name the excess one.
    limits: { fileSize: FRAME_MAX_BYTES, parts: 3, files: 3, headerPairs: 32 },
    // Parts with and without a file name (`FormData` with a Blob, `curl -F`) are read in the same way and under the same limit.
    isPartAFile: () => true,
  });
  api.addHook('preParsing', async (request) => {
    const { 'content-type': type = '', 'content-length': length = '0' } = request.headers;
    if (type.startsWith('multipart/') && Number(length) > MULTIPART_MAX_BYTES) throw tooLarge();
  });
}

export async function readReportBody(request: FastifyRequest): Promise<RawReport> {
  if (request.isMultipart()) return readMultipart(request);
  if (request.body === undefined) throw apiError('BAD_REQUEST', `The body is empty. ${ENCODINGS}`);
  if (Buffer.isBuffer(request.body)) return { report: headerReport(request), frame: request.body };
  return readJson(request.body);
}

/** The fastest encoding: the body is the frame, and the report is in a header. */
function headerReport(request: FastifyRequest): unknown {
  const header = request.headers['x-detection'];
  if (typeof header !== 'string') throw invalidField('X-Detection', 'must hold the report as percent-encoded JSON');
  try {
    return JSON.parse(decodeURIComponent(header));
  } catch {
    throw invalidField('X-Detection', 'is not percent-encoded JSON');
  }
}

export function readJson(body: unknown): RawReport {
  if (typeof body !== 'object' || body === null || !('frame' in body)) return { report: body, frame: null };
  const { frame, ...report } = body;
  if (typeof frame !== 'string') throw invalidField('frame', 'must be base64 text');
  const bytes = Buffer.from(frame, 'base64');
  // The decoder skips characters outside base64; the result is then shorter than the text's length implies.
  const expectedBytes = Math.floor((frame.replace(/=+$/, '').length * 3) / 4);
  if (bytes.byteLength !== expectedBytes) throw invalidField('frame', 'is not base64');
  return { report, frame: bytes };
}

/** Reads the parts `detection` and `frame`, in either order. */
async function readMultipart(request: FastifyRequest): Promise<RawReport> {
  const parts = new Map<string, Buffer>();
  let repeated: string | undefined;
  try {
    for await (const { fieldname, file } of request.files()) {
      const bytes = await readPart(file);
      if (parts.has(fieldname)) repeated = fieldname;
      else parts.set(fieldname, bytes);
    }
  } catch (error) {
    if (isTooManyParts(error))
      throw apiError('BAD_REQUEST', 'The form has too many parts: detection and frame are all');
    // Errors of limits have a message; all others mean that the parser found no valid form.
    if (error instanceof Error && ('apiCode' in error || 'statusCode' in error)) throw error;
    throw apiError('BAD_REQUEST', 'The body is not valid multipart/form-data');
  }
  for (const name of parts.keys()) {
    if (name !== 'detection' && name !== 'frame')
      throw invalidField(name, 'is not a part of a report: detection and frame are');
  }
  if (repeated !== undefined) throw invalidField(repeated, 'is sent more than once');
  const detection = parts.get('detection');
  if (detection === undefined) throw invalidField('detection', 'is missing');
  if (detection.byteLength > REPORT_MAX_BYTES) throw tooLarge();
  return { report: parsePart(detection.toString()), frame: parts.get('frame') ?? null };
}

function isTooManyParts(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'FST_PARTS_LIMIT' || code === 'FST_FILES_LIMIT';
}

/** Destroys the stream at the limit, because a part that is too large may never end. */
async function readPart(file: MultipartFile['file']): Promise<Buffer> {
  file.once('limit', () => file.destroy(tooLarge()));
  return Buffer.concat(await file.toArray());
}

function parsePart(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('detection', 'is not valid JSON');
  }
}

function invalidField(field: string, what: string) {
  return apiError('BAD_REQUEST', `${field} ${what}`, { field });
}

function tooLarge() {
  return apiError('TOO_LARGE', `A frame may have ${FRAME_MAX_BYTES} bytes, a report ${REPORT_MAX_BYTES}`);
}
