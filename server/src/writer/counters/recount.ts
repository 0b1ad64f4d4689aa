import type { Kysely } from 'kysely';
import { type DatabaseAddress, openDatabase } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { openSnapshot } from '../../db/snapshot.ts';
import { checkIncidents } from '../incidents/check-incidents.ts';
import { COUNTED, type CounterDelta, counterDeltas } from './counters.ts';
import type { Drift } from './drift.ts';
import { minutesCountedFrom } from './minute-counters.ts';

const ROWS_PER_STEP = 1_000;
/** The transaction may be idle for so long, because the writer may run a long clearing between two steps. */
const MAX_IDLE_MS = 10 * 60 * 1_000;

/**
 * Counts all rows in steps and compares the result with the counters, then the incidents with the rule. All are read in
 * one snapshot on a separate connection, so concurrent writes are in none. Some steps yield differences; deleted minutes
 * are left out.
 */
export async function* recount(address: DatabaseAddress, now = Date.now()): AsyncGenerator<Drift[]> {
  const database = openDatabase(address, { mustExist: true, cacheMiB: 1, maxIdleInTransactionMs: MAX_IDLE_MS });
  try {
    const { snapshot, end } = await openSnapshot(database);
    try {
      yield* recountIn(snapshot, now);
    } finally {
      await end();
    }
  } finally {
    await database.close();
  }
}

/** The same in a snapshot of the caller, or on a database without other writers. */
export async function* recountIn(kysely: Kysely<Schema>, now = Date.now()): AsyncGenerator<Drift[]> {
  yield* checkCounters(kysely, now);
  yield* checkIncidents(kysely);
}

async function* checkCounters(kysely: Kysely<Schema>, now: number): AsyncGenerator<Drift[]> {
  const stored = await kysely
    .selectFrom('counter')
    .select(['kind', 'key', (expression) => expression.fn.sum<number>('value').as('value')])
    .groupBy(['kind', 'key'])
    .execute();
  const countedFrom = await minutesCountedFrom(kysely, now);
  const isCounted = ({ kind, key }: Drift) => kind !== 'minute' || countedFrom === null || key >= countedFrom;
  const drift = new Map<string, Drift>();
  for (const { kind, key, value } of stored) {
    drift.set(`${kind} ${key}`, { kind, key, counted: 0, stored: value });
  }
  for (let after = 0; ; ) {
    const rows = await kysely
      .selectFrom('detection')
      .select(['id', ...COUNTED])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_STEP)
      .execute();
    for (const delta of counterDeltas(rows, 1)) addTo(drift, delta);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    yield [];
  }
  yield [...drift.values()].filter((entry) => entry.counted !== entry.stored && isCounted(entry));
}

function addTo(drift: Map<string, Drift>, { kind, key, value }: CounterDelta) {
  const name = `${kind} ${key}`;
  const entry = drift.get(name) ?? { kind, key, counted: 0, stored: 0 };
  entry.counted += value;
  drift.set(name, entry);
}
