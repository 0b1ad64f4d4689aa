import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Bench, holds, untilEnd } from './bench.ts';
import { aim } from './benches/aim.ts';
import { answers } from './benches/answers.ts';
import { attack } from './benches/attack.ts';
import { frames } from './benches/frames.ts';
import { fuzz } from './benches/fuzz.ts';
import { incidents } from './benches/incidents.ts';
import { ingest } from './benches/ingest.ts';
import { kill } from './benches/kill.ts';
import { lighthouseScores } from './benches/lighthouse.ts';
import { live } from './benches/live.ts';
import { power } from './benches/power.ts';
import { reads } from './benches/reads.ts';
import { retention } from './benches/retention.ts';
import { scale } from './benches/scale.ts';
import { soak } from './benches/soak.ts';
import { start } from './benches/start.ts';
import { writeBenchmarksPage } from './results/benchmarks-page.ts';
import { machineShape } from './results/machine.ts';
import { keepResult, type Result } from './results/results.ts';
import { checkTable, consoleTable } from './results/table.ts';

const benches: Record<string, Bench> = {
  ingest,
  incidents,
  answers,
  frames,
  reads,
  live,
  start,
  kill,
  scale,
  retention,
  lighthouse: lighthouseScores,
  attack,
  fuzz,
  power,
  soak,
  aim,
  // Its modules are those of a package that only this bench needs.
  agent: async (options) => (await import('./benches/agent.ts')).agent(options),
};

const USAGE = `npm run bench -- <name …> [--rounds N] [--seconds S] [--json FILE]
  names:      ${Object.keys(benches).join(', ')}, or all
  --rounds    how often each cell is measured; medians are shown (3)
  --seconds   the length of one cell (2)
  --minutes   the length of soak (20), and of the memory's part of agent (5)
  --seed      what fuzz and power begin from (1)
  --part      only one part, no result is kept; of live: streams, sender, cards, burst; of answers: seen, race; of agent: clip, cost, latency,
              kills, disk, camera, clock, devices, memory
  --json      a file that keeps the newest result of each name
npm run bench -- page --json FILE
  writes docs/benchmarks.md from that file`;

// Temporary folders are on the disk of the repository, because the system's temporary folder may be in memory.
const WORK = fileURLToPath(new URL('../../data/bench', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    part: { type: 'string' },
    json: { type: 'string' },
  },
});
/** Stops everything that the running bench has started. */
let stopAll: () => Promise<void> = async () => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopAll().finally(() => process.exit(130)));
}

const names = positionals.includes('all') ? Object.keys(benches) : positionals;

if (names[0] === 'page' && values.json) {
  writeBenchmarksPage(values.json);
} else if (names.length === 0 || names.some((name) => !(name in benches))) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  for (const name of names) show(await measure(name));
}

async function measure(name: string): Promise<Result> {
  const bench = benches[name];
  if (!bench) throw new Error(`There is no bench ${name}`);
  mkdirSync(WORK, { recursive: true });
  const folder = mkdtempSync(path.join(WORK, `${name}-`));
  const outcome = await untilEnd(
    (stop) => {
      stopAll = stop;
    },
    (atEnd) => {
      atEnd(() => rmSync(folder, { recursive: true, force: true }));
      return bench({
        folder,
        rounds: Number(values.rounds),
        seconds: Number(values.seconds),
        ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
        seed: Number(values.seed),
        part: values.part,
        progress: (line) => console.error(`  ${line}`),
        atEnd,
      });
    },
  );
  return { bench: name, at: new Date().toISOString(), machine: machineShape(), ...outcome };
}

function show(result: Result) {
  for (const table of [...result.tables, checkTable(result.checks)]) console.log(`\n${consoleTable(table)}`);
  console.log(`\n${JSON.stringify(result)}`);
  if (values.json && !values.part) keepResult(values.json, result);
  if (!result.checks.every(holds)) process.exitCode = 1;
}
