import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runArguments, startAgent, stillPistol } from '../../agent/agent-process.ts';
import { startLossyProxy } from '../../agent/lossy-proxy.ts';
import { compareEvents } from '../../agent/stored-events.ts';
import type { Bench } from '../../bench.ts';
import { randomNumbers } from '../../power/random-numbers.ts';
import { startChildServer } from '../../servers/child-server.ts';

const KILLS = 25;
/** The server has an outage of a minute, which spans several kills. */
const OUTAGE_FROM_KILL = 10;
const OUTAGE_MS = 60_000;
const DROPPED = 0.3;
const DRAIN_LIMIT_MS = 180_000;

/** Kills the agent repeatedly while it reports to a server that drops answers and has an outage of a minute. */
export const kills: Bench = async ({ folder, seed, atEnd, progress }) => {
  const dataDir = path.join(folder, 'data');
  const server = await startChildServer({ dataDir });
  atEnd(server.stop);
  const random = randomNumbers(seed);
  const proxy = await startLossyProxy(server.url, { dropped: DROPPED, random });
  atEnd(proxy.stop);
  // The agent reports every 30 ms, so that a kill hits every step.
  const args = [
    ...runArguments({ folder, server: proxy.url, key: server.device.key, ...stillPistol }),
    ...['--class-names', 'pistol', '--fps', '0', '--still-seen', '0.03'],
  ];
  const reported: string[] = [];
  let isOut = false;
  let duringOutage = 0;
  let outage: Promise<void> | undefined;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    if (kill === OUTAGE_FROM_KILL) {
      const setOutage = (next: boolean) => {
        isOut = next;
        proxy.setOutage(next);
      };
      setOutage(true);
      outage = sleep(OUTAGE_MS).then(() => setOutage(false));
    }
    const agent = startAgent(args);
    atEnd(agent.kill);
    await agent.untilOutput('reported Pistol');
    await sleep(200 + random() * 2_000);
    await agent.kill();
    reported.push(...agent.reportedIds());
    if (isOut) duringOutage += agent.reportedIds().length;
    progress(`kill ${kill}: ${reported.length} reported, ${proxy.counts.dropped} answers dropped`);
  }
  await outage;
  // The last agent processes no frame and only delivers the waiting reports.
  const last = startAgent([...args, '--schedule', notNow()]);
  atEnd(last.kill);
  const deadline = performance.now() + DRAIN_LIMIT_MS;
  let faults = await compareEvents(server, { dataDir, reported });
  for (; faults.lost > 0 && performance.now() < deadline; faults = await compareEvents(server, { dataDir, reported })) {
    await sleep(500);
  }
  await last.stop();
  const { reports, dropped } = proxy.counts;
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  return {
    tables: [
      {
        title: `${KILLS} SIGKILLs of the agent, ${DROPPED * 100} % of answers dropped after storing, ${OUTAGE_MS / 1_000} s of outage`,
        columns: ['', 'reported', 'sent', 'answers dropped', 'made during the outage', 'stored', 'lost', 'doubled'],
        rows: [
          ['agent', reported.length, reports, dropped, duringOutage, faults.stored, faults.lost, faults.doubled],
          [
            'reference: each sent once',
            reported.length,
            reported.length - duringOutage,
            '',
            duringOutage,
            '',
            duringOutage,
            0,
          ],
          ['reference: retries without an event id', reported.length, reports, dropped, '', reports, 0, dropped],
        ],
      },
    ],
    checks: [
      { ...none, what: 'Kills, drops, outage: events lost', measured: faults.lost },
      { ...none, what: 'Kills, drops, outage: events doubled', measured: faults.doubled },
      {
        ...{ what: 'Kills, drops, outage: stored but not logged, of one per kill', unit: '' },
        ...{ measured: faults.unlogged, target: KILLS, bound: 'at most' },
      },
    ],
  };
};

/** A schedule that is not active now: a minute of the day after tomorrow. */
function notNow(): string {
  const days = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'] as const;
  return `${days[(new Date().getDay() + 2) % 7]} 12:00-12:01`;
}
