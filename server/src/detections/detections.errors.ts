import { apiError } from '../http/errors.ts';

export function noDetection(id: number) {
  return apiError('NOT_FOUND', `There is no detection ${id}`);
}

export function noFrame(id: number) {
  return apiError('NOT_FOUND', `Detection ${id} has no frame`);
}
