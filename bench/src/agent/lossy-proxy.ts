import { createServer, type IncomingMessage, request } from 'node:http';

export type LossyProxy = {
  url: string;
  /** Requests for reports that came, and of those the answers that were dropped after the server had stored them. */
  counts: { reports: number; dropped: number };
  /** While it is away, each connection ends at once. */
  setAway: (away: boolean) => void;
  stop: () => Promise<void>;
};

/**
 * Stands before a server and drops a share of its answers to reports, so that the server has stored what the device believes lost.
 * @param random gives 0 to 1
 */
export async function startLossyProxy(
  server: string,
  { dropped, random }: { dropped: number; random: () => number },
): Promise<LossyProxy> {
  const counts = { reports: 0, dropped: 0 };
  let away = false;
  const proxy = createServer((incoming: IncomingMessage, answer) => {
    const { method, url = '/', headers } = incoming;
    const isReport = url === '/api/ingest/detections';
    if (away) {
      incoming.destroy();
      return;
    }
    const outgoing = request(new URL(url, server), { method, headers }, (from) => {
      if (isReport) counts.reports += 1;
      const drops = isReport && random() < dropped;
      if (drops) {
        counts.dropped += 1;
        from.resume();
        from.once('end', () => incoming.socket.destroy());
        return;
      }
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    outgoing.on('error', () => incoming.socket.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    counts,
    setAway: (next) => {
      away = next;
      if (away) proxy.closeAllConnections();
    },
    stop: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
