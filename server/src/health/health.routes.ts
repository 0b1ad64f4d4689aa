import { HealthAnswer, NotReadyAnswer, ReadyAnswer, type ReadyParts } from '@vedette/contract/health';
import type { Api } from '../http/api.ts';
import type { Readiness } from './readiness.ts';

type Parts = { readiness: Readiness; now: () => number };

const RETRY_AFTER_SECONDS = 5;

export function healthRoutes(api: Api, { readiness, now }: Parts): void {
  const timestamp = () => new Date(now()).toISOString();

  api.get(
    '/api/health',
    {
      config: { access: 'public' },
      schema: { tags: ['health'], summary: 'Whether the server is alive', response: { 200: HealthAnswer } },
    },
    () => ({ success: true, message: 'The server is running', timestamp: timestamp() }) satisfies HealthAnswer,
  );

  api.get(
    '/api/health/ready',
    {
      config: { access: 'public' },
      schema: {
        tags: ['health'],
        summary: 'Whether the server can do its work: database, queue, frame store and disk',
        response: { 200: ReadyAnswer, 503: NotReadyAnswer },
      },
    },
    async (_request, reply) => {
      const parts = await readiness();
      const message = failureMessages(parts);
      reply.header('cache-control', 'no-store');
      if (message === '')
        return { success: true as const, message: 'The server is ready', timestamp: timestamp(), parts };
      reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
      return { success: false as const, message, code: 'UNAVAILABLE', parts };
    },
  );
}

function failureMessages(parts: ReadyParts): string {
  return Object.values(parts)
    .flatMap(({ message }) => message ?? [])
    .join('. ');
}
