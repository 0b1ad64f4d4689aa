import type { NewComment } from '@vedette/contract/comment';
import type { ManualDetection } from '@vedette/contract/detection';
import { COMMENT_USER_ID, COMMENT_USER_NAME_DEFAULT, MANUAL_CONFIDENCE_DEFAULT } from '@vedette/contract/limits';

/** The values to send; an empty `object_type` or `location` is invalid. */
export function manualDetection(form: FormData): ManualDetection {
  const confidence = text(form, 'confidence');
  const description = text(form, 'description');
  const officer = text(form, 'officer_name');
  return {
    object_type: text(form, 'object_type'),
    // Text that is no number is sent as it is, because the server's error names the field.
    confidence: confidence === '' ? MANUAL_CONFIDENCE_DEFAULT : Number(confidence),
    location: text(form, 'location'),
    ...(description !== '' && { description }),
    ...(officer !== '' && { officer_name: officer }),
  };
}

export function newComment(form: FormData): NewComment {
  return {
    comment: text(form, 'comment'),
    userName: text(form, 'userName') || COMMENT_USER_NAME_DEFAULT,
    userId: COMMENT_USER_ID,
  };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
