import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; raw: Buffer };

export type WebhookReceiver = {
  url: string;
  /** What was answered with success, in order. */
  taken: Received[];
  /** What was answered with another status. */
  refused: Received[];
  /** Answers everything with this status from now on; 0: never answers. */
  answerWith: (status: number, headers?: Record<string, string>) => void;
};

/** A receiver on the loopback, as a site runs one for its siren or a push service is one for a browser. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const taken: Received[] = [];
  const refused: Received[] = [];
  let answer = { status: 200, headers: {} as Record<string, string> };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const received = { path: request.url ?? '', headers: request.headers, body: raw.toString(), raw };
      (answer.status >= 200 && answer.status < 300 ? taken : refused).push(received);
      if (answer.status !== 0) response.writeHead(answer.status, answer.headers).end('read by nobody');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    taken,
    refused,
    answerWith: (status, headers = {}) => {
      answer = { status, headers };
    },
  };
}
