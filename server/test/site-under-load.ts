import { expect } from 'vitest';
import type { DatabaseAddress } from '../src/db/database.ts';
import { emptyFolder } from './empty-folder.ts';
import { expectWholeStore } from './expect-whole-store.ts';
import { followStream } from './follow-stream.ts';
import { startRestartable } from './restartable-server.ts';
import { signUpAt } from './sign-up-at.ts';
import { startLoad } from './steady-load.ts';

const CAMERAS = 16;

/**
 * Two built servers on one PostgreSQL database, cameras that report without a pause to whichever of them answers, and
 * a guard's stream that begins at each.
 * @param options.doors what each server takes for the database's address
 */
export async function siteUnderLoad(options: { address: DatabaseAddress; doors: readonly [string, string] }) {
  const start = (door: string) =>
    startRestartable({
      DATA_DIR: emptyFolder(),
      DATABASE_URL: door,
      SESSION_SECRET: 'one secret for both of the servers',
      DEVICE_RATE_LIMIT: '0',
    });
  const north = await start(options.doors[0]);
  const south = await start(options.doors[1]);
  const servers = [north, south] as const;
  const { guard, key } = await signUpAt(north.lastUrl());
  const streams = await Promise.all(
    [servers, servers.toReversed()].map((turns) =>
      followStream({ servers: turns.map((server) => server.lastUrl), guard }),
    ),
  );
  const at = (turn: number) => (turn % 2 === 0 ? north : south);
  const load = startLoad({ cameras: CAMERAS, key, address: async (turn) => at(turn).lastUrl() });

  return {
    north,
    south,
    load,
    streams,
    /** So many more reports are acknowledged. */
    goesOn: (more = 60) => load.reached(load.acknowledged.size + more),
    /** Ends the load; then nothing is lost, nothing is there twice, every stream had every event once, and all counts are right. */
    async expectWhole() {
      await load.stop();
      const read = (path: string) => fetch(`${south.lastUrl()}${path}`, { headers: { cookie: guard.cookie } });
      await expectWholeStore({ load, read, address: options.address });
      const every = Array.from({ length: load.acknowledged.size }, (_, index) => index + 1);
      for (const stream of streams) {
        await stream.hasRead(every.length);
        expect(stream.numbers()).toEqual(every);
        expect(stream.wasReset()).toBe(false);
      }
      for (const server of servers) expect(server.logged(60)).toEqual([]);
    },
  };
}
