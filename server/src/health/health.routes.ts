import { ErrorAnswer } from '@vedette/contract/error';
import { HealthAnswer } from '@vedette/contract/health';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import { apiError } from '../http/errors.ts';
import { askDatabase } from './health.store.ts';

type Parts = { database: Database; now: () => number };

export function healthRoutes(api: Api, { database, now }: Parts): void {
  const healthy = (message: string) =>
    ({ success: true, message, timestamp: new Date(now()).toISOString() }) satisfies HealthAnswer;

  api.get(
    '/api/health',
    { config: { access: 'public' }, schema: { tags: ['health'], response: { 200: HealthAnswer } } },
    () => healthy('The server is running'),
  );

  api.get(
    '/api/health/ready',
    {
      config: { access: 'public' },
      schema: { tags: ['health'], response: { 200: HealthAnswer, 503: ErrorAnswer } },
    },
    async (request) => {
      try {
        await askDatabase(database);
      } catch (error) {
        request.log.warn({ err: error }, 'the database does not answer');
        throw apiError('UNAVAILABLE', 'The database does not answer', { retryAfterSeconds: 5 });
      }
      return healthy('The server is ready');
    },
  );
}
