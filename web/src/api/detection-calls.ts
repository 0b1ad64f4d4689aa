import type { CommentAnswer, CommentsAnswer, NewComment } from '@vedette/contract/comment';
import type {
  AllDetectionsAnswer,
  CreatedAnswer,
  DeletedAnswer,
  DetectionAnswer,
  FrameAnswer,
  ManualDetection,
  ManualListAnswer,
  ThreatsAnswer,
  WeaponTypeAnswer,
} from '@vedette/contract/detection';
import type { MetricsAnswer } from '@vedette/contract/metrics';
import { request } from './request.ts';

/** The id as text; '' while none is chosen. */
export type DetectionId = string | number;

export const listDetections = () => request<AllDetectionsAnswer>('/detections/all');
export const listManualDetections = () => request<ManualListAnswer>('/detections/manual');
export const listThreats = () => request<ThreatsAnswer>('/detections/threats');

export async function listOfWeaponType(type: string): Promise<WeaponTypeAnswer> {
  if (type.trim() === '') throw new Error('Weapon type is required');
  return request(`/detections/weapons/${encodeURIComponent(type)}`);
}

export const readDetection = (id: DetectionId) => callOn<DetectionAnswer>(id);
export const readMetrics = (id: DetectionId) => callOn<MetricsAnswer>(id, '/metrics');
export const readFrame = (id: DetectionId) => callOn<FrameAnswer>(id, '/frame');
export const deleteDetection = (id: DetectionId) => callOn<DeletedAnswer>(id, '', { method: 'DELETE' });

export const readComments = (id: DetectionId, cursor: string) =>
  callOn<CommentsAnswer>(id, `/comments?cursor=${encodeURIComponent(cursor)}`);

export function addComment({ id, ...body }: { id: DetectionId } & NewComment): Promise<CommentAnswer> {
  return callOn(id, '/comment', { method: 'PUT', body });
}

export function createManualDetection(body: ManualDetection): Promise<CreatedAnswer> {
  return request('/detections/manual', { method: 'POST', body });
}

/** Without an id the address would be that of another route. */
async function callOn<T>(id: DetectionId, below = '', options: Parameters<typeof request>[1] = {}): Promise<T> {
  const written = String(id).trim();
  if (written === '') throw new Error('Detection ID is required');
  return request<T>(`/detections/${encodeURIComponent(written)}${below}`, options);
}
