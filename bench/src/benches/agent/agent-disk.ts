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
 * Tests an outbox on a file system of 1 MiB during an outage of the server: pictures fill it, then another file takes the rest. The
 * server returns while the disk is full, and finally the file is deleted. Needs root.
 */
export const agentDisk: Bench = async ({ folder, atEnd, progress }) => {
  const disk = path.join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]).status !== 0) {
    progress('the full disk is skipped: mounting a file system needs root');
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
  proxy.setOutage(true);
  // Each frame after the confirmation is reported, which exceeds the size of the disk several times.
  const agentArguments = [...runArguments({ ...run, outbox: path.join(disk, 'outbox') }), '--class-names', 'pistol'];
  const agent = startAgent([...agentArguments, '--still-seen', '0.001']);
  atEnd(agent.kill);
  await agent.untilOutput('THE OUTBOX CANNOT BE WRITTEN');
  const filler = path.join(disk, 'of another program');
  fill(filler);
  while (agent.reportedIds().length < REPORTS) await sleep(100);
  const reported = agent.reportedIds();
  progress(`${reported.length} reports made, the disk is full; the server returns`);
  proxy.setOutage(false);
  const storedWhileFull = await untilStored(dataDir, reported);
  progress(`${storedWhileFull} of ${reported.length} stored while the disk is full`);
  await agent.stop();
  rmSync(filler);
  // Reports that the agent could not delete from the full disk are sent again and stored once.
  const last = startAgent([...agentArguments, '--threshold', '1']);
  atEnd(last.kill);
  await last.ended;
  const faults = await compareEvents(server, { dataDir, reported });
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  return {
    tables: [
      {
        title: `An outbox on a full disk of ${DISK_MIB} MiB, at first during an outage of the server`,
        columns: ['reported', 'stored while the disk was full', 'stored', 'lost', 'doubled'],
        rows: [[reported.length, storedWhileFull, faults.stored, faults.lost, faults.doubled]],
      },
    ],
    checks: [
      { ...none, what: 'Full disk: events lost', measured: faults.lost },
      { ...none, what: 'Full disk: events doubled', measured: faults.doubled },
      {
        ...none,
        what: 'Full disk: not delivered while it was full',
        measured: reported.length - storedWhileFull,
      },
    ],
  };
};

/** Fills the rest of the disk. */
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
