import type { Kysely } from 'kysely';
import { type DatabaseAddress, openDatabase } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { openSnapshot } from '../db/snapshot.ts';
import { COUNTED, type CounterDelta, counterDeltas } from './counters.ts';
import { minutesCountedFrom } from './minute-counters.ts';

export type Drift = { kind: string; key: string; counted: number; stored: number };

const ROWS_PER_STEP = 1_000;
/** Between two steps the writer may be busy with a long clearing. */
const LONGEST_REST_MS = 10 * 60 * 1_000;

/**
 * Counts all rows again, some at each step, and compares with the counters, all inside one snapshot on a connection of
 * its own: what is written meanwhile is in neither. The last step yields what differs. Of minutes, those that are kept count.
 */
export async function* recount(address: DatabaseAddress, now = Date.now()): AsyncGenerator<Drift[]> {
  const database = openDatabase(address, { cacheMiB: 1, longestRestMs: LONGEST_REST_MS });
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

/** The same in a snapshot that the caller holds, or where nobody else writes. */
export async function* recountIn(kysely: Kysely<Schema>, now = Date.now()): AsyncGenerator<Drift[]> {
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
