import path from 'node:path';
import type { Bench, Check, Table } from '../../bench.ts';
import { openTab } from '../../browser/guard-tab.ts';
import { quantile } from '../../quantiles.ts';
import { startSeededServer } from '../../servers/seeded-server.ts';
import { burstPages, IN_USE, JUST_OPENED } from './burst-pages.ts';
import { missingOn } from './missing-on-screen.ts';
import { BURST, type Burst, openBursts, WATCH_BURST } from './watched-burst.ts';

const STORED_BEFORE = 10_000;
/** Two frames of a 60 Hz screen, plus a tolerance for its clock. */
const LONG_FRAME_MS = 34;
const ANSWER_MS = 100;
const PRODUCTS = [JUST_OPENED, IN_USE];

/** Measures the page at hundreds of reports a second, beside an empty page and a naive page under the same load. */
export const burst: Bench = async (options) => {
  const server = await startSeededServer({ dataDir: path.join(options.folder, 'burst'), count: STORED_BEFORE });
  options.atEnd(server.stop);
  const watchBurst = await openBursts(server, options);
  const seen = new Map<string, Burst[]>();
  let missing = 0;
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const { name, open } of burstPages) {
      const page = await openTab(server, { ...options, scripts: [WATCH_BURST] });
      const result = await watchBurst(page, await open(page, server));
      if (PRODUCTS.includes(name)) missing = Math.max(missing, await missingOn(page, server));
      await page.browser().close();
      options.progress(`round ${round}: ${name}: slowest frame ${slowest(result.frames).toFixed(0)} ms`);
      seen.set(name, [...(seen.get(name) ?? []), result]);
    }
  }
  const runs = [...seen].map(([name, bursts]) => ({ name, ...together(bursts) }));
  return {
    tables: [tableOf(runs)],
    checks: [
      // A figure that was not measured must not count as a target that is met.
      ...PRODUCTS.flatMap((name) => checksOf({ name, ...together(seen.get(name) ?? []) })),
      {
        what: 'Burst: threats that the screen misses afterwards',
        measured: missing,
        unit: '',
        target: 0,
        bound: 'at most',
      },
    ],
  };
};

type Bursts = Burst & { rounds: number };

/** Uses the values of all rounds, not medians. */
function together(bursts: Burst[]): Bursts {
  const reports = bursts.reduce((sum, burst) => sum + burst.reports, 0);
  const busy = bursts.reduce((sum, burst) => sum + burst.busy, 0) / bursts.length;
  const all = (part: 'frames' | 'tasks' | 'answers') => bursts.flatMap((burst) => burst[part]);
  return { rounds: bursts.length, reports, busy, frames: all('frames'), tasks: all('tasks'), answers: all('answers') };
}

function tableOf(runs: ({ name: string } & Burst)[]): Table {
  const rate = `${BURST.perSecond} reports a second for ${BURST.seconds} s`;
  return {
    title: `A burst: ${rate}, each with a ${BURST.frameBytes / 1_000} KB JPEG, 10,000 detections stored before; server and load give way to the browser`,
    columns: [
      'page',
      'reports',
      'frames painted',
      'over 34 ms',
      'slowest frame ms',
      'tasks over 50 ms',
      'longest task ms',
      'main thread busy %',
      'clicks and keys',
      'answered, p50 ms',
      'p95 ms',
      'slowest answer ms',
    ],
    rows: runs.map(({ name, reports, frames, tasks, busy, answers }) => [
      name,
      reports,
      frames.length,
      frames.filter((ms) => ms > LONG_FRAME_MS).length,
      slowest(frames),
      tasks.length,
      tasks.length === 0 ? 'none' : slowest(tasks),
      busy * 100,
      answers.length,
      quantile(answers, 0.5),
      quantile(answers, 0.95),
      slowest(answers),
    ]),
  };
}

function checksOf({ name, rounds, reports, frames, answers }: Bursts & { name: string }): Check[] {
  return [
    {
      what: `Burst, ${name}: reports a second`,
      measured: reports / rounds / BURST.seconds,
      unit: '',
      target: BURST.perSecond * 0.98,
      bound: 'at least',
    },
    {
      what: `Burst, ${name}: frames in time`,
      measured: (100 * frames.filter((ms) => ms <= LONG_FRAME_MS).length) / frames.length,
      unit: '%',
      target: 99.5,
      bound: 'at least',
    },
    {
      what: `Burst, ${name}: answer to a click or key, p95`,
      measured: quantile(answers, 0.95),
      unit: 'ms',
      target: ANSWER_MS,
      bound: 'at most',
    },
  ];
}

function slowest(times: number[]): number {
  return quantile(times, 1);
}
