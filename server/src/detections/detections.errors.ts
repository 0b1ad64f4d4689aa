import { COMMENTS_MAX } from '@vedette/contract/limits';
import { apiError } from '../http/errors.ts';

export function noDetection(id: number) {
  return apiError('NOT_FOUND', `There is no detection ${id}`);
}

export function noFrame(id: number) {
  return apiError('NOT_FOUND', `Detection ${id} has no frame`);
}

/** Its bytes are missing or differ from the received ones, so it is not evidence any more. */
export function damagedFrame(id: number) {
  return apiError(
    'FRAME_DAMAGED',
    `The frame of detection ${id} is damaged: its bytes are not those that were received`,
  );
}

export function noPreview(id: number) {
  return apiError('NO_PREVIEW', `The frame of detection ${id} is too large to be made smaller`);
}

export function tooManyComments() {
  return apiError('TOO_MANY_COMMENTS', `A detection can have ${COMMENTS_MAX} comments, and this one has them`);
}
