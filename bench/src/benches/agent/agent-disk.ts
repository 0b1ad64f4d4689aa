import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture } from '../../../../agent/test/fixture.ts';
import { agentProgram, runArguments, startAgent } from '../../agent/agent-process.ts';
import { startLossyProxy } from '../../agent/lossy-proxy.ts';
import { compareEvents, storedEvents } from '../../agent/stored-events.ts';
import type { Bench } from '../../bench.ts';
import { startChildServer } from '../../servers/child-server.ts';

const DISK_MIB = 1;
/** The clip has 300 frames, and the pistol is confirmed in the third. */
const REPORTS = 298;
const LIMIT_MS = 180_000;

/**
 * An outbox on a real file system of 1 MiB while the server is away: first pictures fill it, then another program takes the rest.
 * The server comes back while the disk is still full; at last there is room. Needs root.
 */
export const agentDisk: Bench = async ({ folder, atEnd, progress }) => {
  const disk = path.join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]).status !== 0) {
    progress('the full disk is left out: mounting a file system takes root');
    return { tables: [], checks: [] };
  }
  atEnd(() => spawnSync('umount', ['--lazy', disk]));
  const dataDir = path.join(folder, 'data');
  const server = await startChildServer({ dataDir });
  atEnd(server.stop);
  const proxy = await startLossyProxy(server.url, { dropped: 0, random: () => 1 });
  atEnd(proxy.stop);
  const detector = `exec:${agentProgram('box-detector.mjs')}`;
  const run = { folder, server: proxy.url, key: server.device.key, source: fixture('clip.mp4'), model: detector };
  proxy.setAway(true);
  // Each frame of the clip is reported once the pistol is confirmed: several times as much as the disk takes.
  const play = [...runArguments({ ...run, outbox: path.join(disk, 'outbox') }), '--class-names', 'pistol'];
  const agent = startAgent([...play, '--still-seen', '0.001']);
  atEnd(agent.kill);
  await agent.untilSays('THE OUTBOX CANNOT BE WRITTEN');
  const filler = path.join(disk, 'of another program');
  fill(filler);
  while (agent.promised().length < REPORTS) await sleep(100);
  const promised = agent.promised();
  progress(`${promised.length} reports made, the disk is full; the server comes back`);
  proxy.setAway(false);
  const whileFull = await untilStored(dataDir, promised);
  progress(`${whileFull} of ${promised.length} stored while the disk is full`);
  await agent.stop();
  rmSync(filler);
  // What the full disk did not let the agent delete is sent again, and stored once.
  const last = startAgent([...play, '--threshold', '1']);
  atEnd(last.kill);
  await last.ended;
  const faults = await compareEvents(server, { dataDir, promised });
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  return {
    tables: [
      {
        title: `An outbox on a disk of ${DISK_MIB} MiB that is full, first without the server`,
        columns: ['promised', 'stored while the disk was full', 'stored', 'lost', 'doubled'],
        rows: [[promised.length, whileFull, faults.stored, faults.lost, faults.doubled]],
      },
    ],
    checks: [
      { ...none, what: 'Full disk: events lost', measured: faults.lost },
      { ...none, what: 'Full disk: events doubled', measured: faults.doubled },
      {
        ...none,
        what: 'Full disk: not delivered before there was room',
        measured: promised.length - whileFull,
      },
    ],
  };
};

/** Takes what is left, down to the last byte. */
function fill(file: string) {
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=512', 'status=none']);
}

async function untilStored(dataDir: string, wanted: readonly string[]): Promise<number> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const events = await storedEvents(dataDir);
    const stored = wanted.filter((id) => events.has(id)).length;
    if (stored === wanted.length || performance.now() > deadline) return stored;
    await sleep(500);
  }
}
