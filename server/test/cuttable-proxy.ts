import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** `refused`: connections break and new ones are refused. `silent`: no data passes, nor the end of a connection. */
export type Cut = 'refused' | 'silent';

/** Stands between a server and its database or frame store; can be cut and healed, as a network is. */
export async function cuttableProxy(targetUrl: string) {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let cut: Cut | null = null;
  /** What was sent during a silence: it arrives when the network is back, for those who still wait for it. */
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
    /** Bytes that arrived nowhere. */
    swallowed: () => swallowed,
  };
}
