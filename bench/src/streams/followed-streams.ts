import { once } from 'node:events';
import { forkTypeScript } from '../fork-typescript.ts';
import type { ChildServer } from '../servers/child-server.ts';
import type { Received } from './stream-clients.ts';

/** Open streams of guards, in a separate process. */
export type FollowedStreams = {
  /** Ends the streams and returns the events of each, with times of this process's clock. */
  received: () => Promise<Received['clients']>;
};

export async function followStreams(
  { port, guard }: { port: number; guard: Pick<ChildServer['guard'], 'cookie'> },
  clients: number,
): Promise<FollowedStreams> {
  const child = forkTypeScript(new URL('./stream-clients.ts', import.meta.url));
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
