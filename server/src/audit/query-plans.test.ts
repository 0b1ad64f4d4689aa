import { AUDIT_KINDS, type AuditFilter } from '@vedette/contract/audit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { updateStatistics } from '../../test/data/many-detections.ts';
import { NOON } from '../../test/data/new-detection.ts';
import { type FreshDatabase, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { listenToQueries, planOf } from '../../test/data/query-plan.ts';
import { appendAudit, type NewAuditEntry } from '../db/audit/append-audit.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { type Position, pagesAfter } from '../http/paging.ts';
import { searchOf } from './audit.rules.ts';
import { newestEntries } from './audit.store.ts';

vi.setConfig({ testTimeout: 60_000 });

const MANY = 20_000;
const KINDS = [...AUDIT_KINDS['sign-ins'], ...AUDIT_KINDS.incidents, 'audit.folded'] as const;

/** Stored in another order than their times; one in nine is a fold. */
async function manyEntries(fresh: FreshDatabase): Promise<Database> {
  const { address } = await fresh();
  const database = openDatabase(address);
  onTestFinished(database.close);
  await migrate(database);
  const entries = Array.from({ length: MANY }, (_, index): NewAuditEntry => {
    const kind = KINDS[index % KINDS.length] ?? 'audit.folded';
    const by = { id: `id-${index % 7}`, name: `person-${index % 7}@gmail.com` };
    const isFold = kind === 'audit.folded';
    const about = { actor: isFold ? null : by, subject: isFold ? null : `incident:${index % 500}` };
    return { kind, ...about, at: NOON + ((index * 7_919) % MANY) * 1_000 };
  });
  await database.kysely.transaction().execute((transaction) => appendAudit(transaction, entries));
  return database;
}

const from = new Date(NOON + 1_000_000).toISOString();
const to = new Date(NOON + 9_000_000).toISOString();
const actor = 'person-3@gmail.com';

/** Each page seeks its rows after it has read one index. */
const searches: [filter: AuditFilter, plan: string[]][] = [
  [{}, ['seek audit', 'seek audit_newest']],
  [{ from, to }, ['seek audit', 'seek audit_newest']],
  [{ kind: 'sign-in.failed' }, ['seek audit', 'seek audit_of_kind']],
  [{ kind: 'sign-ins', from, to }, ['seek audit', 'seek audit_of_kind']],
  [{ actor }, ['seek audit', 'seek audit_of_actor']],
  [{ actor, from, to }, ['seek audit', 'seek audit_of_actor']],
  [{ actor, kind: 'incidents', from, to }, ['seek audit', 'seek audit_of_actor_and_kind']],
  [{ subject: 'incident:17' }, ['seek audit', 'seek audit_of_subject']],
  [{ subject: 'incident:17', actor, kind: 'incidents', from, to }, ['seek audit', 'seek audit_of_subject']],
];

async function expectPlans(database: Database): Promise<void> {
  for (const after of [null, { at: NOON + 5_000_000, id: MANY / 2 }]) {
    for (const [filter, plan] of searches) {
      const recorder = listenToQueries(database);
      await newestEntries(recorder.database.kysely, searchOf(filter, after), 100);
      const steps = await Promise.all(recorder.queries.map((query) => planOf(database, query)));
      const seen = new Set(steps.flat().map((step) => step.replace(/ alone$/, '')));
      // The pages of several kinds become one.
      if (Number(searchOf(filter, null).kinds?.length) > 1) seen.delete('sort');
      expect([filter, [...seen].sort()]).toEqual([filter, plan]);
    }
  }
}

onBothDatabases('reading the audit log', (fresh) => {
  test('walks one index for each kind, and scans no table', async () => {
    const database = await manyEntries(fresh);
    // Nothing updates SQLite's statistics while it runs.
    if (database.dialect === 'sqlite') await expectPlans(database);
    await updateStatistics(database);
    await expectPlans(database);
  });

  test('gives what a filter in memory gives', async () => {
    const { kysely } = await manyEntries(fresh);
    const all = await kysely.selectFrom('audit').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').execute();
    for (const [filter] of searches) {
      const { kinds, actor: by, subject, span } = searchOf(filter, null);
      const matching = all.filter(
        (row) =>
          (kinds === null
            ? subject !== null || row.kind !== 'audit.folded'
            : kinds.some((kind) => kind === row.kind)) &&
          (by === null || row.actor_name === by) &&
          (subject === null || row.subject === subject) &&
          row.at >= span.from &&
          row.at < span.before.at,
      );
      expect(matching.length).toBeGreaterThan(0);
      const readPage = (after: Position | null) => newestEntries(kysely, searchOf(filter, after), 500);
      const found = [];
      for await (const page of pagesAfter(await readPage(null), readPage)) found.push(...page);
      expect(found.map(({ id }) => id)).toEqual(matching.map(({ id }) => id));
    }
  });
});
