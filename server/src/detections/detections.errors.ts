import { COMMENTS_MAX } from '@vedette/contract/limits';
import { apiError } from '../http/errors.ts';

export function noDetection(id: number) {
  return apiError('NOT_FOUND', `There is no detection ${id}`);
}

export function noFrame(id: number) {
  return apiError('NOT_FOUND', `Detection ${id} has no frame`);
}

export function tooManyComments() {
  return apiError('TOO_MANY_COMMENTS', `A detection can have ${COMMENTS_MAX} comments, and this one has them`);
}
