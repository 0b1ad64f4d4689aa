import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { type Encoding, sendReport } from './send-report.ts';

type Reply = 'lost' | { status: number; retryAfter?: string };

let close = () => {};
afterEach(() => close());

test.each<Encoding>(['raw', 'multipart'])(
  'a %s report is sent again under its event_id until it is stored',
  async (encoding) => {
    const { url, bodies } = await device([{ status: 503, retryAfter: '0' }, 'lost', { status: 201 }]);
    expect(await send(url, encoding)).toBe(7);
    expect(bodies).toHaveLength(3);
    for (const body of bodies) expect(body).toContain('the-one-event');
  },
);

test('a report that the server refuses is not sent again', async () => {
  const { url, bodies } = await device([{ status: 400 }]);
  expect(await send(url, 'raw')).toBeNull();
  expect(bodies).toHaveLength(1);
});

function send(url: string, encoding: Encoding) {
  const report = {
    event_id: 'the-one-event',
    weapon_type: 'Knife',
    confidence: 0.9,
    timestamp: new Date(0).toISOString(),
  };
  return sendReport(
    { url, key: 'k', report, frame: Buffer.from('frame'), encoding, log: () => {} },
    new AbortController().signal,
  );
}

/** A server that sends the replies in turn and stores the received reports. */
async function device(replies: Reply[]) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(`${request.headers['x-detection']} ${await text(request)}`);
    const reply = replies[bodies.length - 1] ?? { status: 500 };
    if (reply === 'lost') return request.socket.destroy();
    if (reply.retryAfter) response.setHeader('retry-after', reply.retryAfter);
    response.writeHead(reply.status).end(JSON.stringify({ detection_id: 7 }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  close = () => server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}
