import { apiError } from '../../http/errors.ts';

export function noIncident(id: number) {
  return apiError('NOT_FOUND', `There is no incident ${id}`);
}
