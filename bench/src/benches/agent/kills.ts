import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runArguments, startAgent, stillPistol } from '../../agent/agent-process.ts';
import { startLossyProxy } from '../../agent/lossy-proxy.ts';
import { compareEvents } from '../../agent/stored-events.ts';
import type { Bench } from '../../bench.ts';
import { randomNumbers } from '../../power/random-numbers.ts';
import { startChildServer } from '../../servers/child-server.ts';

const KILLS = 25;
/** The server is away for a minute in between, over several kills. */
const AWAY_FROM_KILL = 10;
const AWAY_MS = 60_000;
const DROPPED = 0.3;
const DRAIN_LIMIT_MS = 180_000;

/** Kills the agent again and again while it reports through a server that drops answers and is away for a minute. */
export const kills: Bench = async ({ folder, seed, atEnd, progress }) => {
  const dataDir = path.join(folder, 'data');
  const server = await startChildServer({ dataDir });
  atEnd(server.stop);
  const random = randomNumbers(seed);
  const proxy = await startLossyProxy(server.url, { dropped: DROPPED, random });
  atEnd(proxy.stop);
  // A report every 30 ms, so that it dies in all kinds of moments.
  const args = [
    ...runArguments({ folder, server: proxy.url, key: server.device.key, ...stillPistol }),
    ...['--class-names', 'pistol', '--fps', '0', '--still-seen', '0.03'],
  ];
  const promised: string[] = [];
  let isAway = false;
  let whileAway = 0;
  let away: Promise<void> | undefined;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    if (kill === AWAY_FROM_KILL) {
      const setAway = (next: boolean) => {
        isAway = next;
        proxy.setAway(next);
      };
      setAway(true);
      away = sleep(AWAY_MS).then(() => setAway(false));
    }
    const agent = startAgent(args);
    atEnd(agent.kill);
    await agent.untilSays('reported Pistol');
    await sleep(200 + random() * 2_000);
    await agent.kill();
    promised.push(...agent.promised());
    if (isAway) whileAway += agent.promised().length;
    progress(`kill ${kill}: ${promised.length} promised, ${proxy.counts.dropped} answers dropped`);
  }
  await away;
  // The last one looks at nothing any more, and delivers what waits.
  const last = startAgent([...args, '--schedule', notNow()]);
  atEnd(last.kill);
  const deadline = performance.now() + DRAIN_LIMIT_MS;
  let faults = await compareEvents(server, { dataDir, promised });
  for (; faults.lost > 0 && performance.now() < deadline; faults = await compareEvents(server, { dataDir, promised })) {
    await sleep(500);
  }
  await last.stop();
  const { reports, dropped } = proxy.counts;
  const none = { unit: '', target: 0, bound: 'at most' } as const;
  return {
    tables: [
      {
        title: `${KILLS} SIGKILLs of the agent, ${DROPPED * 100} % of answers dropped after storing, ${AWAY_MS / 1_000} s of outage`,
        columns: ['', 'promised', 'sent', 'answers dropped', 'made while away', 'stored', 'lost', 'doubled'],
        rows: [
          ['agent', promised.length, reports, dropped, whileAway, faults.stored, faults.lost, faults.doubled],
          ['the same sent once each', promised.length, promised.length - whileAway, '', whileAway, '', whileAway, 0],
          ['the same sent again without an id', promised.length, reports, dropped, '', reports, 0, dropped],
        ],
      },
    ],
    checks: [
      { ...none, what: 'Kills, drops, outage: events lost', measured: faults.lost },
      { ...none, what: 'Kills, drops, outage: events doubled', measured: faults.doubled },
      {
        ...{ what: 'Kills, drops, outage: stored without having been promised, of one per kill', unit: '' },
        ...{ measured: faults.beyond, target: KILLS, bound: 'at most' },
      },
    ],
  };
};

/** A schedule of the day after tomorrow. */
function notNow(): string {
  const days = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'] as const;
  return `${days[(new Date().getDay() + 2) % 7]} 12:00-12:01`;
}
