import type { FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';
import { type ApiError, apiError } from '../errors.ts';

/** PostgreSQL cannot store U+0000 in text and SQLite can, so it is refused on both. */
export function refuseNul(api: Api): void {
  api.addHook('preValidation', async (request: FastifyRequest) => {
    const refusal = refusalOf(request);
    if (refusal === undefined) return;
    if (!request.routeOptions.attachValidation) throw refusal;
    // The route handles its validation errors itself.
    request.validationError = Object.assign(refusal, { validation: [], validationContext: 'querystring' });
  });
}

function refusalOf({ url, body }: FastifyRequest): ApiError | undefined {
  if (url.includes('%00')) return containsNul('The address');
  const field = fieldWithNul(body);
  return field === undefined ? undefined : containsNul(field === '' ? 'The body' : field, field);
}

function containsNul(what: string, field = ''): ApiError {
  const message = `${what} must not contain the character U+0000`;
  return apiError('BAD_REQUEST', message, field === '' ? {} : { field });
}

/** Returns the path of a text with U+0000 in parsed JSON. Iterative, because JSON may be nested deeper than the call stack. */
function fieldWithNul(body: unknown): string | undefined {
  const left: [path: string, value: unknown][] = [['', body]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && value.includes('\u0000')) return path;
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes('\u0000')) return path;
      left.push([path === '' ? key : `${path}.${key}`, inner]);
    }
  }
  return undefined;
}
