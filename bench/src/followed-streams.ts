import { once } from 'node:events';
import type { ChildServer } from './child-server.ts';
import { forkTypeScript } from './fork-typescript.ts';
import type { Received } from './load/stream-clients.ts';

/** Open streams of guards, in a separate process. */
export type FollowedStreams = {
  /** Ends the streams and returns the events of each, with times of this process's clock. */
  received: () => Promise<Received['clients']>;
};

export async function followStreams(
  { port, guard }: { port: number; guard: Pick<ChildServer['guard'], 'cookie'> },
  clients: number,
): Promise<FollowedStreams> {
  const child = forkTypeScript(new URL('./load/stream-clients.ts', import.meta.url));
  child.send({ open: { port, cookie: guard.cookie, clients } });
  await once(child, 'message');
  return {
    received: async () => {
      child.send('report');
      const [{ origin, clients: got }] = (await once(child, 'message')) as [Received];
      child.disconnect();
      // The time origins of both processes are on the same clock.
      const shift = origin - performance.timeOrigin;
      return got.map((client) => ({ ...client, at: client.at.map((time) => time + shift) }));
    },
  };
}
