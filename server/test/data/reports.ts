import { randomUUID } from 'node:crypto';

export type ReportFields = Record<string, unknown>;
/** The arguments of `fetch`. */
export type Body = {
  headers?: Record<string, string> | undefined;
  body?: Uint8Array<ArrayBuffer> | FormData | string | undefined;
};
type Encode<B> = (report: ReportFields, frame: Uint8Array | null) => B;
type RawBody = { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> };
export type Encoding = Encode<Body>;

/** Creates a valid report with the given values. */
export function aReport(given: ReportFields = {}): ReportFields {
  return {
    event_id: randomUUID(),
    weapon_type: 'rifle',
    confidence: 0.91,
    timestamp: '2025-01-15T11:59:00.000Z',
    ...given,
  };
}

export const asJson: Encoding = (report, frame) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(frame === null ? report : { ...report, frame: Buffer.from(frame).toString('base64') }),
});

/** The raw encoding: its body is the frame, which is required. */
export const asJpeg: Encode<RawBody> = (report, frame) => ({
  headers: { 'content-type': 'image/jpeg', 'x-detection': encodeURIComponent(JSON.stringify(report)) },
  body: Buffer.from(frame ?? []),
});

/** The form as browsers and Node send it: the JSON is a file part named `blob`. */
export const asFormData: Encoding = (report, frame) => ({
  body: formData([detectionBlob(report), ...(frame === null ? [] : [frameBlob(frame)])]),
});

export const asFormDataFrameFirst: Encoding = (report, frame) => ({
  body: formData([...(frame === null ? [] : [frameBlob(frame)]), detectionBlob(report)]),
});

/** The form as `curl -F 'detection={…};type=application/json'` sends it: a part without a file name. */
export const asCurlForm: Encode<RawBody> = (report, frame) =>
  form([curlField(report), ...(frame ? [curlFile(frame)] : [])]);

export const asCurlFormFrameFirst: Encoding = (report, frame) =>
  form([...(frame ? [curlFile(frame)] : []), curlField(report)]);

export const ENCODINGS: [name: string, encode: Encoding][] = [
  ['FormData', asFormData],
  ['FormData, the frame first', asFormDataFrameFirst],
  ['curl -F', asCurlForm],
  ['curl -F, the frame first', asCurlFormFrameFirst],
  ['JSON with base64', asJson],
  ['a JPEG with X-Detection', asJpeg],
];

type Part = [name: string, blob: Blob];

function detectionBlob(report: ReportFields): Part {
  return ['detection', new Blob([JSON.stringify(report)], { type: 'application/json' })];
}

function frameBlob(frame: Uint8Array): Part {
  return ['frame', new Blob([Buffer.from(frame)], { type: 'image/jpeg' })];
}

export function formData(parts: readonly Part[]): FormData {
  const data = new FormData();
  for (const [name, blob] of parts) data.append(name, blob);
  return data;
}

const BOUNDARY = '------------------------d74496d66958873e';

function curlField(report: ReportFields): Buffer {
  return part('name="detection"', 'application/json', JSON.stringify(report));
}

function curlFile(frame: Uint8Array): Buffer {
  return part('name="frame"; filename="gate.jpg"', 'image/jpeg', frame);
}

/** One part of a `form`. */
export function part(disposition: string, type: string, content: string | Uint8Array): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from('\r\n')]);
}

/** Encodes multipart/form-data. */
export function form(parts: readonly Buffer[]): RawBody {
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}
