import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BenchOptions, Check, Table } from '../../bench.ts';
import { contest, ratioOf } from '../../contest.ts';
import type { Loader } from '../../load/loader.ts';
import { read } from '../../servers/child-server.ts';
import { startReference } from '../../servers/reference-server.ts';
import { type Seeded, SIZES } from './dashboard-reads.ts';

const CONNECTIONS = [1, 16];
const FLOOR = 'prepared JSON';

/** Compares the newest 100 of a million detections with bare node:http that sends the same bytes from memory. */
export async function newestHundred(
  options: BenchOptions & { loader: Loader; seeded: Seeded[] },
): Promise<{ table: Table; checks: Check[] }> {
  const largest = options.seeded.filter(({ size }) => size === SIZES.at(-1));
  const contestants = largest.map(({ dialect, server }) => {
    const recipe = { kind: 'get', headers: { cookie: server.guard.cookie }, paths: ['/api/detections/all'] } as const;
    return { name: dialect, port: server.port, pid: server.pid, recipe };
  });
  const file = path.join(options.folder, 'newest.json');
  const [first] = largest;
  if (first) writeFileSync(file, JSON.stringify(await read(first.server.guard, '/api/detections/all')));
  const floor = await startReference('bare-buffer', file, 'application/json');
  options.atEnd(floor.stop);
  const prepared = { ...floor, name: FLOOR, recipe: { kind: 'get', headers: {}, paths: ['/'] } } as const;

  const all = [prepared, ...contestants];
  const of = await contest({ ...options, connections: CONNECTIONS, contestants: all });
  const rows = CONNECTIONS.flatMap((connections) =>
    all.map(({ name }) => {
      const { perSecond, p50, p99, cpuMicroseconds } = of(name, connections);
      return [`${name}, ${connections}`, perSecond, p50, p99, cpuMicroseconds];
    }),
  );
  const checks = CONNECTIONS.map((connections): Check => {
    const measured = ratioOf('perSecond', of('SQLite', connections), of(FLOOR, connections));
    return { what: `Newest 100 at ${connections}, of the floor`, measured, unit: '×', target: 0.25, bound: 'at least' };
  });
  const columns = ['server, connections', 'per second', 'p50 ms', 'p99 ms', 'CPU µs'];
  return { table: { title: 'Newest 100 of a million', columns, rows }, checks };
}
