import type { FastifyRequest } from 'fastify';
import type { Api } from '../http/api.ts';
import type { CurrentUser } from '../http/guards/closed-by-default.ts';
import type { Streams } from './streams.ts';

type Parts = { streams: Streams; readCaller: (request: FastifyRequest) => Promise<CurrentUser | null> };

export function liveRoutes(api: Api, { streams, readCaller }: Parts): void {
  api.get(
    '/api/detections/stream',
    {
      config: { action: 'detections.read', endless: true },
      exposeHeadRoute: false,
      schema: {
        summary: 'Server-Sent Events: detection.created, detection.deleted, detections.cleared',
        description:
          'Begins with `hello`. Last-Event-ID replays what was missed; `reset` means: load everything again.',
      },
    },
    async (request, reply) => {
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, {
        ...headersOf(reply.getHeaders()),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // No request follows a stream on its connection.
        connection: 'close',
        // nginx would otherwise buffer events.
        'x-accel-buffering': 'no',
      });
      const lastEventId = request.headers['last-event-id'];
      await streams
        .open(
          {
            response,
            credentials: `${request.headers.authorization ?? ''} ${request.headers.cookie ?? ''}`,
            mayWatch: async () => {
              const caller = await readCaller(request).catch(refusedToken);
              return caller !== null && caller.lacksSecondFactor !== true;
            },
          },
          typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
        )
        .catch((error: unknown) => {
          request.log.error({ err: error }, 'stream failed');
          response.destroy();
        });
    },
  );
}

/** A token that ended is refused with an error, other than a session; after many wrong ones the error is RATE_LIMITED. */
function refusedToken(error: Error): null {
  if ('apiCode' in error && ['UNAUTHORIZED', 'RATE_LIMITED'].includes(String(error.apiCode))) return null;
  throw error;
}

/** The headers that the security hooks have set. */
function headersOf(headers: Record<string, number | string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
