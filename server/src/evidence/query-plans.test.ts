import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { updateStatistics } from '../../test/data/many-detections.ts';
import { onBothDatabases } from '../../test/data/on-both-databases.ts';
import { listenToQueries, planOf } from '../../test/data/query-plan.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createEvidenceStore, type EvidenceStore } from './evidence.store.ts';

vi.setConfig({ testTimeout: 60_000 });

const reads: [name: string, read: (store: EvidenceStore) => Promise<unknown>][] = [
  ['comments', (store) => store.comments(7)],
  ['actions', (store) => store.actions(7)],
  ['merged incidents', (store) => store.mergedInto(7)],
  ['audit rows', (store) => store.auditRows(['incident:7', 'detection:8', 'detection:9'])],
];

onBothDatabases('what an archive is made of', (fresh) => {
  test('is read by indexes: nothing scans a table', async () => {
    const database = openDatabase((await fresh()).address);
    onTestFinished(database.close);
    await migrate(database);
    const ids = sql`with recursive ids(n) as (select 1 union all select n + 1 from ids where n < 20000)`;
    for (const statement of [
      sql`insert into audit (chain, seq, at, kind, subject, details, previous, hash)
        ${ids} select 'a', n, n, 'detection.deleted', 'detection:' || n, '{}', '', '' from ids`,
      sql`insert into comment (detection_id, comment, user_name, user_id, at) ${ids} select n, 'c', 'u', 1, n from ids`,
      sql`insert into incident_action (incident_id, at, kind) ${ids} select n, n, 'acknowledged' from ids`,
      sql`insert into merged_incident (id, into_id) ${ids} select n + 20000, n from ids`,
    ]) {
      await statement.execute(database.kysely);
    }
    await updateStatistics(database);
    for (const [name, read] of reads) {
      const recorder = listenToQueries(database);
      await read(createEvidenceStore(recorder.database.kysely));
      const steps = (await Promise.all(recorder.queries.map((query) => planOf(database, query)))).flat();
      expect([name, steps.length > 0, steps.filter((step) => /^(scan|walk)/.test(step))]).toEqual([name, true, []]);
    }
  });
});
