import { get } from 'node:http';

// Opens many streams of signed-in guards in a separate process, so that they do not slow the reports.

export type StreamJob = { open: { port: number; cookie: string; clients: number } };
/** The events of each client in order of arrival: detection ids, and milliseconds since `origin`. */
export type Received = { origin: number; clients: { ids: number[]; at: number[]; seqs: number[] }[] };

const clients: Received['clients'] = [];
let opened = 0;

function openStream({ port, cookie }: StreamJob['open'], ready: () => void) {
  const client = { ids: [] as number[], at: [] as number[], seqs: [] as number[] };
  clients.push(client);
  const headers = { cookie, accept: 'text/event-stream' };
  get({ port, host: '127.0.0.1', path: '/api/detections/stream', headers, agent: false }, (answer) => {
    let rest = '';
    answer.setEncoding('utf8').on('data', (text: string) => {
      const at = performance.now();
      const events = (rest + text).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        if (event.includes('event: hello')) ready();
        if (!event.includes('event: detection.created')) continue;
        client.at.push(at);
        client.seqs.push(numberAfter('id: ', event));
        client.ids.push(numberAfter('"id":', event));
      }
    });
  });
}

/** Parsing the JSON of twenty thousand events a second would be most of this process's work. */
function numberAfter(mark: string, event: string): number {
  const start = event.indexOf(mark) + mark.length;
  return Number.parseInt(event.slice(start, start + 16), 10);
}

process.on('message', (message: StreamJob | 'report') => {
  if (message === 'report') {
    process.send?.({ origin: performance.timeOrigin, clients } satisfies Received);
    return;
  }
  for (let client = 0; client < message.open.clients; client += 1) {
    openStream(message.open, () => {
      opened += 1;
      if (opened === message.open.clients) process.send?.('open');
    });
  }
});
process.on('disconnect', () => process.exit(0));
