import { createServer, type IncomingMessage, request } from 'node:http';

export type LossyProxy = {
  url: string;
  /** The number of received reports, and of answers that were dropped after the server had stored the report. */
  counts: { reports: number; dropped: number };
  /** An outage closes each connection at once. */
  setOutage: (isOut: boolean) => void;
  stop: () => Promise<void>;
};

/**
 * A proxy that drops a share of the server's answers to reports, so that the server has stored reports that the device retries.
 * @param random returns a number from 0 to 1
 */
export async function startLossyProxy(
  server: string,
  { dropped, random }: { dropped: number; random: () => number },
): Promise<LossyProxy> {
  const counts = { reports: 0, dropped: 0 };
  let isOut = false;
  const proxy = createServer((incoming: IncomingMessage, answer) => {
    const { method, url = '/', headers } = incoming;
    const isReport = url === '/api/ingest/detections';
    if (isOut) {
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
    setOutage: (next) => {
      isOut = next;
      if (isOut) proxy.closeAllConnections();
    },
    stop: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
