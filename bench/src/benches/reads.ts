import type { Bench, Check } from '../bench.ts';
import { contest } from '../contest.ts';
import { startLoader } from '../load/loader.ts';
import { type Aim, DIALECTS, READS, SIZES, seededServers } from './reads/dashboard-reads.ts';
import { historyFilters } from './reads/history-reads.ts';
import { newestHundred } from './reads/newest-hundred.ts';

const [SMALLEST = 0] = SIZES;
const LARGEST = SIZES.at(-1) ?? 0;
/** A read takes well under a millisecond, so a short cell contains hundreds of them. */
const CELL_SECONDS = 0.4;

/** Measures every read of the dashboard over HTTP, at three sizes, on both databases. */
export const reads: Bench = async (options) => {
  const loader = startLoader();
  options.atEnd(loader.stop);
  const seeded = await seededServers(options);
  const rows: (string | number)[][] = [];
  const checks: Check[] = [];
  const measure = async (name: string, pathOf: (aim: Aim) => string, check: (name: string, sizes: Growth) => Check) => {
    const contestants = seeded.map(({ dialect, size, server, aim }) => {
      const recipe = { kind: 'get', headers: { cookie: server.guard.cookie }, paths: [pathOf(aim)] } as const;
      return { name: `${dialect} ${size}`, port: server.port, pid: server.pid, recipe };
    });
    const cells = { seconds: CELL_SECONDS, warmUpSeconds: CELL_SECONDS, connections: [1] };
    const of = await contest({ ...options, ...cells, loader, contestants });
    for (const dialect of DIALECTS) {
      const p50 = (size: number) => of(`${dialect} ${size}`, 1).p50;
      rows.push([`${name}, ${dialect}`, ...SIZES.map(p50), p50(LARGEST) / p50(SMALLEST)]);
      checks.push(check(`${name}, ${dialect}`, { smallest: p50(SMALLEST), largest: p50(LARGEST) }));
    }
  };
  for (const [name, pathOf] of Object.entries(READS)) await measure(name, pathOf, growthCheck);
  for (const [name, { path, target }] of Object.entries(historyFilters(Date.now()))) {
    await measure(`history ${name}`, () => path, timeCheck(target));
  }
  const newest = await newestHundred({ ...options, loader, seeded });
  const title = 'Reads with so many detections stored: p50 in ms, one connection';
  const columns = ['read', ...SIZES.map((size) => size.toLocaleString('en-GB')), 'largest ÷ smallest'];
  return { tables: [{ title, columns, rows }, newest.table], checks: [...checks, ...newest.checks] };
};

type Growth = { smallest: number; largest: number };

function timeCheck(target: number) {
  return (name: string, { largest }: Growth): Check => {
    return { what: `${name}: at a million`, measured: largest, unit: 'ms', target, bound: 'at most' };
  };
}

/** Growth below a millisecond is noise. */
function growthCheck(name: string, { smallest, largest }: Growth): Check {
  if (largest < 1) return { what: `${name}: at a million`, measured: largest, unit: 'ms', target: 1, bound: 'at most' };
  const what = `${name}: at a million, of ten thousand`;
  return { what, measured: largest / smallest, unit: '×', target: 1.5, bound: 'at most' };
}
