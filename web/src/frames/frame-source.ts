import type { Detection } from '@vedette/contract/detection';

/** The specification's list: the frame of these is always the binary image. */
const ALWAYS_BINARY: ReadonlySet<number> = new Set([72, 81, 82, 83, 84]);

type FrameFacts = Pick<Detection, 'id' | 'has_binary_jpeg' | 'jpeg_endpoint' | 'frame_url' | 'detection_frame_data'>;

/** The result of a HEAD request to the binary endpoint. */
export type Probe = 'not-asked' | 'jpeg' | 'no-jpeg';

export type FrameSource =
  | { kind: 'picture'; address: string }
  /** Unknown: send a HEAD request to the binary endpoint, then choose again. */
  | { kind: 'probe'; address: string }
  /** The legacy frame call. */
  | { kind: 'legacy' };

/** Where the frame of a threat comes from: the specification's six steps, in its order. */
export function chooseFrameSource(threat: FrameFacts, probe: Probe): FrameSource {
  const binary = jpegAddressOf(threat.id);
  if (ALWAYS_BINARY.has(threat.id)) return { kind: 'picture', address: binary };
  if (threat.has_binary_jpeg && threat.jpeg_endpoint) return { kind: 'picture', address: threat.jpeg_endpoint };
  if (threat.frame_url) return { kind: 'picture', address: threat.frame_url };
  if (threat.detection_frame_data) return { kind: 'picture', address: asDataUri(threat.detection_frame_data) };
  if (probe === 'not-asked') return { kind: 'probe', address: binary };
  return probe === 'jpeg' ? { kind: 'picture', address: binary } : { kind: 'legacy' };
}

/** When a picture from such an address fails, the legacy call is tried; for any other address the failure is final. */
export function isJpegAddress(address: string): boolean {
  if (address.startsWith('data:')) return false;
  const [path = ''] = address.split(/[?#]/);
  return /[./]jpe?g$/i.test(path);
}

/** The same picture without caches: a browser may have kept a broken one. */
export function againFrom(address: string, attempt: number): string {
  if (attempt === 0 || !address.startsWith('/')) return address;
  return `${address}${address.includes('?') ? '&' : '?'}again=${attempt}`;
}

/** A small picture of it, for cards. */
export function thumbnailAddressOf(id: number): string {
  return `/api/detections/${id}/thumbnail`;
}

function jpegAddressOf(id: number): string {
  return `/api/detections/${id}/jpeg`;
}

export function asDataUri(frameData: string): string {
  return frameData.startsWith('data:') ? frameData : `data:image/png;base64,${frameData}`;
}
