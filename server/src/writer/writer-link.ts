import { Worker } from 'node:worker_threads';
import { databaseUnavailable, diskFull } from '../http/errors.ts';
import type { WriterAnswer, WriterNotice, WriterOptions, WriterRequest } from './messages.ts';

export type WriterLink = {
  /** Answers arrive in the order of the requests. Rejects when the request failed in the thread. */
  ask: (request: WriterRequest, transfer?: ArrayBuffer[]) => Promise<WriterAnswer>;
  stop: () => Promise<void>;
};

type Waiting = { resolve: (answer: WriterAnswer) => void; reject: (error: Error) => void };

/** The thread is a separate bundle beside the server's. Run from source (in tests), it is the last built bundle. */
function threadFile(): URL {
  const fromSource = import.meta.url.endsWith('.ts');
  return new URL(fromSource ? '../../dist/writer-thread.js' : './writer-thread.js', import.meta.url);
}

/**
 * Starts the writer thread; resolves once it has opened the store and cleaned up after a crash.
 * @param options.onFailure called when the running thread died: nothing can be stored any more
 */
export function startWriterThread(options: {
  writer: WriterOptions;
  onNotice: (notice: Extract<WriterNotice, { notice: 'log' }>) => void;
  onFailure: (error: Error) => void;
  onDamaged: (problem: string) => void;
  onDiskFull: () => void;
  onMerged: () => void;
}): Promise<WriterLink> {
  const worker = new Worker(threadFile(), {
    workerData: options.writer,
    // Rows live for one batch and frames are outside the heap. Without this limit the young generation grows to 48 MB.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const waiting: Waiting[] = [];
  let stopping = false;

  function ask(request: WriterRequest, transfer: ArrayBuffer[] = []): Promise<WriterAnswer> {
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(request, transfer);
    });
  }

  async function stop() {
    stopping = true;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    await ask({ do: 'stop' });
    await ended;
  }

  function failWaiting(error: Error) {
    for (const { reject } of waiting.splice(0)) reject(error);
  }

  return new Promise((resolve, reject) => {
    let ready = false;
    worker.on('message', (message: WriterAnswer | WriterNotice) => {
      if ('notice' in message) {
        if (message.notice === 'log') return options.onNotice(message);
        if (message.notice === 'damaged') return options.onDamaged(message.problem);
        if (message.notice === 'disk-full') return options.onDiskFull();
        if (message.notice === 'merged') return options.onMerged();
        ready = true;
        return resolve({ ask, stop });
      }
      const next = waiting.shift();
      if (message.did === 'fail') next?.reject(failure(message));
      else next?.resolve(message);
    });
    worker.on('error', (error: Error) => {
      failWaiting(error);
      if (ready) options.onFailure(error);
      else reject(error);
    });
    worker.on('exit', () => {
      const error = new Error('The writer thread ended');
      failWaiting(error);
      if (ready && !stopping) options.onFailure(error);
    });
  });
}

function failure({ error, lost, diskFull: isFull }: Extract<WriterAnswer, { did: 'fail' }>): Error {
  if (isFull) return diskFull();
  return lost ? databaseUnavailable() : new Error(error);
}
