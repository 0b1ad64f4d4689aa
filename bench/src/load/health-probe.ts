import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 10;

// Requests the health of a server until it is stopped, then sends the latency of each response in milliseconds. It runs
// in a separate process, so that the bench does not delay the requests.
let stopped = false;
process.on('message', (message: { url: string } | 'stop') => {
  if (message === 'stop') stopped = true;
  else void probe(message.url);
});

async function probe(url: string): Promise<void> {
  const ms: number[] = [];
  while (!stopped) {
    const askedAt = performance.now();
    await fetch(`${url}/api/health`).then((answer) => answer.arrayBuffer());
    ms.push(performance.now() - askedAt);
    if (ms.length === 1) process.send?.('probing');
    await sleep(EVERY_MS);
  }
  process.send?.(ms);
  process.disconnect();
}
