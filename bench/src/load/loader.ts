import { once } from 'node:events';
import { forkTypeScript } from '../fork-typescript.ts';
import type { LoadJob, LoadResult } from './load-process.ts';

export type Loader = {
  /** The process id of the sender. */
  pid: number;
  run: (job: LoadJob) => Promise<LoadResult>;
  stop: () => void;
};

/** The process that sends the load. It runs one job at a time. */
export function startLoader(): Loader {
  const child = forkTypeScript(new URL('./load-process.ts', import.meta.url));
  if (child.pid === undefined) throw new Error('The process that sends the load could not be started');
  return {
    pid: child.pid,
    run: async (job) => {
      child.send(job);
      const [message] = (await once(child, 'message')) as [{ result: LoadResult } | { error: string }];
      if ('error' in message) throw new Error(message.error);
      const { others } = message.result;
      if (Object.keys(others).length > 0) throw new Error(`Refused under load, by status: ${JSON.stringify(others)}`);
      return message.result;
    },
    stop: () => child.disconnect(),
  };
}
