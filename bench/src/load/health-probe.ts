import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 10;

// Asks a server for its health until it is told to stop, then sends how many milliseconds each answer took. In a process
// of its own, so that what else the bench does delays none.
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
