import { connect } from 'node:net';

export type Answer = { status: number; milliseconds: number };

/**
 * One keep-alive connection with one request at a time: about as cheap as a client in Node.js can be, because it shares
 * the cores with the server under test. (autocannon turns every answer into text: for a 100 KB picture that costs more
 * than the server does.)
 */
export function openConnection(options: {
  port: number;
  next: () => Buffer[];
  answered: (answer: Answer) => void;
  /** Checked before each request; false closes the connection. */
  goesOn: () => boolean;
}): Promise<void> {
  const socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true });
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  let missing = 0;
  let sentAt = 0;

  const send = () => {
    if (!options.goesOn()) return socket.end();
    socket.cork();
    for (const part of options.next()) socket.write(part);
    sentAt = performance.now();
    socket.uncork();
  };
  const complete = () => {
    options.answered({ status, milliseconds: performance.now() - sentAt });
    send();
  };
  const readHead = (chunk: Buffer) => {
    head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const text = head.toString('latin1', 0, end);
    status = Number(text.slice(9, 12));
    missing = Number(/^content-length: (\d+)/im.exec(text)?.[1]);
    if (Number.isNaN(missing)) throw new Error(`An answer without a length:\n${text}`);
    const body = head.subarray(end + 4);
    head = Buffer.alloc(0);
    readBody(body);
  };
  const readBody = (chunk: Buffer) => {
    missing -= chunk.length;
    if (missing === 0) complete();
  };
  socket.on('connect', send);
  socket.on('data', (chunk) => (missing > 0 ? readBody(chunk) : readHead(chunk)));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => (options.goesOn() ? reject(new Error('The server closed the connection')) : resolve()));
  });
}
