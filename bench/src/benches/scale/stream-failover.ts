import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../../bench.ts';
import { quantile } from '../../quantiles.ts';
import { reportSteadily } from '../../reports/report-steadily.ts';
import { startServerGroup } from '../../servers/server-group.ts';
import { openRoamingStream } from '../../streams/roaming-stream.ts';

const KILLS = 3;
const REPORTS_PER_SECOND = 20;
const BEFORE_MS = 1_000;
const AFTER_MS = 4_000;

/** Kills a server and measures the time until its stream receives the next event from another server. */
export async function streamFailover(
  options: Parameters<Bench>[0],
  { postgresUrl }: { postgresUrl: string },
): Promise<Awaited<ReturnType<Bench>>> {
  const waits: number[] = [];
  let faults = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const group = { ...options, postgresUrl, name: `failover_${kill}`, size: 2 };
    const [first, second = first] = await startServerGroup(group);
    const stream = await openRoamingStream([first, second]);
    const count = ((BEFORE_MS + AFTER_MS) / 1_000) * REPORTS_PER_SECOND;
    const reporting = reportSteadily(second, { perSecond: REPORTS_PER_SECOND, count });
    await sleep(BEFORE_MS);
    await first.kill();
    const killedAt = performance.now();
    await reporting;
    // Longer than events take and than a browser waits before it reconnects.
    await sleep(AFTER_MS);
    stream.stop();
    await second.stop();
    const wait = stream.at.find((time) => time > killedAt) ?? Number.POSITIVE_INFINITY;
    waits.push((wait - killedAt) / 1_000);
    faults += Math.abs(count - stream.seqs.length);
    faults += stream.seqs.filter((seq, index) => seq !== index + 1).length;
    options.progress(`kill ${kill}: events again after ${waits.at(-1)?.toFixed(2)} s`);
  }
  const slowest = quantile(waits, 1);
  return {
    tables: [
      {
        title: "A guard's server killed → the next event from another",
        columns: ['kills', 'p50 s', 'slowest s', 'missed, repeated, out of order'],
        rows: [[KILLS, quantile(waits, 0.5), slowest, faults]],
      },
    ],
    checks: [
      { what: 'Failover of a stream, slowest', measured: slowest, unit: 's', target: 3, bound: 'at most' },
      { what: 'Events missed or repeated by failing over', measured: faults, unit: '', target: 0, bound: 'at most' },
    ],
  };
}
