import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { StreamEvent } from '@vedette/contract/stream-event';
import { onTestFinished } from 'vitest';
import type { Guard } from './sign-in-as.ts';

export type ReceivedEvent = { id: number | null; event: StreamEvent['type']; data: Record<string, unknown> };

/** A reader of the event stream, and everything that it has received so far. */
export async function openStream(options: { url: string; guard: Guard; lastEventId?: number | string }) {
  const { url, guard, lastEventId } = options;
  const request = get(`${url}/api/detections/stream`, {
    headers: {
      cookie: guard.cookie,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  request.on('error', () => {});
  const events: ReceivedEvent[] = [];
  const waiting: { until: () => boolean; resolve: () => void }[] = [];
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    events.push(...blocks.filter((block) => !block.startsWith(':')).map(parseEvent));
    for (const { until, resolve } of waiting) if (until()) resolve();
  });
  response.on('error', () => {});
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  onTestFinished(() => void request.destroy());

  return {
    status: response.statusCode,
    headers: response.headers,
    events,
    ended,
    /** Resolves when the received events satisfy the condition. */
    until: (condition: (received: ReceivedEvent[]) => boolean) =>
      new Promise<void>((resolve) => {
        const until = () => condition(events);
        if (until()) resolve();
        else waiting.push({ until, resolve });
      }),
    drop: async () => {
      request.destroy();
      await ended;
    },
  };
}

function parseEvent(block: string): ReceivedEvent {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const id = fields.get('id');
  return {
    id: id === undefined ? null : Number(id),
    event: fields.get('event') as StreamEvent['type'],
    data: JSON.parse(fields.get('data') ?? 'null'),
  };
}
