import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorAnswer, ErrorCode } from '@vedette/contract/error';

/** Answers a request that is not valid HTTP or never ended; only its connection exists, and is closed. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [line, code, message] = refusals.get(error.code ?? '') ?? invalidHttp;
  const body = JSON.stringify({ success: false, message, code } satisfies ErrorAnswer);
  const length = Buffer.byteLength(body);
  const head = `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body);
}

/** Without this, Node.js answers such a request with an empty 417. */
export function answerUnmetExpectation({ headers }: IncomingMessage, response: ServerResponse): void {
  const message = `What can be expected of this server is 100-continue, not ${headers.expect}`;
  const body = JSON.stringify({ success: false, message, code: 'BAD_REQUEST' } satisfies ErrorAnswer);
  const length = Buffer.byteLength(body);
  const type = 'application/json; charset=utf-8';
  response.writeHead(417, { 'content-type': type, 'content-length': length, connection: 'close' }).end(body);
}

type Refusal = [statusLine: string, code: ErrorCode, message: string];

const invalidHttp: Refusal = ['400 Bad Request', 'BAD_REQUEST', 'This is not a valid HTTP request'];

const refusals = new Map<string, Refusal>([
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'BAD_REQUEST', 'The request took too long to arrive']],
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'TOO_LARGE', 'The headers are too large']],
]);
