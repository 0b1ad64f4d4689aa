import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ChildServer } from '../servers/child-server.ts';

/** A connection that has sent a request and has not read yet. */
export async function ask(
  { port, guard }: ChildServer,
  { path, headers = {} }: { path: string; headers?: Record<string, string> },
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = Object.entries({ host: 'bench', cookie: guard.cookie, ...headers }).map(
    ([name, it]) => `${name}: ${it}`,
  );
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  return socket;
}
