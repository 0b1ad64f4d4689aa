import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** `refused`: connections break and new ones are refused. `silent`: neither data nor the end of a connection passes. */
export type Cut = 'refused' | 'silent';

/** A proxy between a server and its database or frame store that simulates network failures. */
export async function cuttableProxy(targetUrl: string) {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let cut: Cut | null = null;
  /** Data that was sent during a silence and arrives when the network is restored. */
  let held: (() => void)[] = [];
  let swallowed = 0;

  const proxy = createServer((near) => {
    if (cut === 'refused') return near.resetAndDestroy();
    const far = connect(Number(target.port), target.hostname);
    const arrives = (what: () => void) => (cut === 'silent' ? void held.push(what) : what());
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        arrives(() => to.destroy());
      });
      from.on('data', (chunk: Buffer) => {
        if (cut === 'silent') swallowed += chunk.byteLength;
        arrives(() => to.write(chunk));
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });

  const bound = proxy.address();
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof bound === 'object' && bound !== null ? bound.port : 0);
  return {
    url: url.href,
    cut: (how: Cut) => {
      cut = how;
      if (how === 'refused') for (const socket of sockets) socket.resetAndDestroy();
    },
    heal: () => {
      cut = null;
      for (const arrives of held) arrives();
      held = [];
    },
    /** The number of bytes that were dropped. */
    swallowed: () => swallowed,
  };
}
