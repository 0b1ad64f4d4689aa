import type { ControlledTransaction } from 'kysely';
import { type DatabaseAddress, openDatabase } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { COUNTED, type CounterDelta, counterDeltas } from './counters.ts';

export type Drift = { kind: string; key: string; counted: number; stored: number };

const ROWS_PER_STEP = 1_000;

/**
 * Counts all rows again, some at each step, and compares with the counters, all inside one snapshot on a connection of
 * its own: what is written meanwhile is in neither. The last step yields what differs.
 */
export async function* recount(address: DatabaseAddress): AsyncGenerator<Drift[]> {
  const database = openDatabase(address, { cacheMiB: 1 });
  try {
    const begin = database.kysely.startTransaction();
    const snapshot = await (address.dialect === 'postgres'
      ? begin.setIsolationLevel('repeatable read')
      : begin
    ).execute();
    yield* compare(snapshot);
  } finally {
    await database.close();
  }
}

async function* compare(snapshot: ControlledTransaction<Schema>): AsyncGenerator<Drift[]> {
  try {
    const stored = await snapshot
      .selectFrom('counter')
      .select(['kind', 'key', (expression) => expression.fn.sum<number>('value').as('value')])
      .groupBy(['kind', 'key'])
      .execute();
    const drift = new Map<string, Drift>();
    for (const { kind, key, value } of stored) {
      drift.set(`${kind} ${key}`, { kind, key, counted: 0, stored: value });
    }
    for (let after = 0; ; ) {
      const rows = await snapshot
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
    yield [...drift.values()].filter(({ counted, stored }) => counted !== stored);
  } finally {
    // When the connection was lost, so was the snapshot.
    await snapshot
      .rollback()
      .execute()
      .catch(() => {});
  }
}

function addTo(drift: Map<string, Drift>, { kind, key, value }: CounterDelta) {
  const name = `${kind} ${key}`;
  const entry = drift.get(name) ?? { kind, key, counted: 0, stored: 0 };
  entry.counted += value;
  drift.set(name, entry);
}
