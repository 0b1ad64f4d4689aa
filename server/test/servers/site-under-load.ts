import { expect } from 'vitest';
import type { DatabaseAddress } from '../../src/db/database.ts';
import { emptyFolder } from '../data/empty-folder.ts';
import { expectWholeStore } from '../data/expect-whole-store.ts';
import { startLoad } from '../data/steady-load.ts';
import { followStream } from './follow-stream.ts';
import { startRestartable } from './restartable-server.ts';
import { signUpAt } from './sign-up-at.ts';

const CAMERAS = 16;

/**
 * Two built servers on one PostgreSQL database, cameras that report without a pause to a running server, and a guard's
 * stream that begins at each server.
 * @param options.doors the database address of each server
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
    /** Resolves when `more` further reports are acknowledged. */
    goesOn: (more = 60) => load.reached(load.acknowledged.size + more),
    /** Ends the load and expects every report once, every event once on every stream, and correct counts. */
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
