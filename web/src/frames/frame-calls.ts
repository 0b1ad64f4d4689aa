import type { Detection } from '@vedette/contract/detection';
import { REQUEST_TIMEOUT_MS } from '@vedette/contract/limits';
import { readFrame } from '../api/detection-calls.ts';
import { isNetworkError, isRequestError } from '../api/request.ts';
import { asDataUri, chooseFrameSource, type Probe } from './frame-source.ts';

export type FoundFrame =
  | { state: 'found'; address: string }
  | { state: 'none'; reason: 'No frame data available' }
  /** `offline`: the server did not answer. */
  | { state: 'failed'; reason: 'Failed to fetch frame data'; offline: boolean }
  /** Its stored bytes differ from those that the camera sent. */
  | { state: 'damaged' };

/** Runs the six steps with their requests. */
export async function findFrame(threat: Detection): Promise<FoundFrame> {
  let source = chooseFrameSource(threat, 'not-asked');
  if (source.kind === 'probe') source = chooseFrameSource(threat, await probeJpeg(source.address));
  return source.kind === 'picture' ? { state: 'found', address: source.address } : callLegacyFrame(threat.id);
}

export async function callLegacyFrame(id: number): Promise<FoundFrame> {
  try {
    const { frame_data } = await readFrame(id);
    return frame_data
      ? { state: 'found', address: asDataUri(frame_data) }
      : { state: 'none', reason: 'No frame data available' };
  } catch (error) {
    if (isRequestError(error) && error.code === 'FRAME_DAMAGED') return { state: 'damaged' };
    return { state: 'failed', reason: 'Failed to fetch frame data', offline: isNetworkError(error) };
  }
}

/** The server's error code for this address; undefined when it sends none. */
export async function whyNoPicture(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return answer.ok ? undefined : (await answer.json()).code;
  } catch {
    return undefined;
  }
}

async function probeJpeg(address: string): Promise<Probe> {
  try {
    const { ok, headers } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return ok && headers.get('content-type')?.startsWith('image/jpeg') ? 'jpeg' : 'no-jpeg';
  } catch {
    return 'no-jpeg';
  }
}
