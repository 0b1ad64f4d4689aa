import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MANY, storeManyDetections, updateStatistics } from '../../test/data/many-detections.ts';
import { NOON } from '../../test/data/new-detection.ts';
import { type FreshDatabase, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { listenToQueries, planOf } from '../../test/data/query-plan.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createDeliveryStore } from './deliveries.store.ts';
import { createEscalationStore } from './escalation.store.ts';

vi.setConfig({ testTimeout: 60_000 });

const escalations = (database: Database) => createEscalationStore(database);
const deliveries = ({ kysely }: Database) => createDeliveryStore(kysely);

const reads: Record<string, (database: Database) => Promise<unknown>> = {
  'incidents that must be looked at': (db) => escalations(db).due(NOON, 100),
  'incidents of new events': (db) => escalations(db).touchedBetween(MANY - 100, MANY),
  'their known levels': (db) => escalations(db).knownLevels([1, 2, 3]),
  'what was done with an incident': (db) => escalations(db).answerState(7),
  'its fired rungs': (db) => escalations(db).fired(7, 0, 1),
  'what screens are told': (db) => escalations(db).shown(20),
  'alarms that have reached nobody': (db) => escalations(db).undelivered(20),
  'deliveries that are due': (db) => deliveries(db).due(NOON, 32),
  'deliveries that have failed': (db) => deliveries(db).failed(500),
  'deliveries of an incident': (db) => deliveries(db).ofIncident(7, 500),
};

/** As after a year: many incidents that were looked at, and many deliveries that have ended. */
async function manyEscalations({ address }: Awaited<ReturnType<FreshDatabase>>): Promise<Database> {
  const database = openDatabase(address);
  onTestFinished(database.close);
  await migrate(database);
  await storeManyDetections(database);
  const { kysely } = database;
  const ids = sql`with recursive ids(n) as (select 1 union all select n + 1 from ids where n < 20000)`;
  for (const statement of [
    sql`insert into escalation (incident_id, started_at, last_report_at, level, touched, next_at, policy_version)
      ${ids} select n, n, n, 8, n, ${sql.lit(NOON)} + n, 1 from ids`,
    sql`insert into escalation_rung (incident_id, round, policy_version, rule, rung, due_at, fired_at)
      ${ids} select n, 0, 1, 0, 0, n, n from ids`,
    sql`insert into incident_action (incident_id, at, kind) ${ids} select n, n, 'acknowledged' from ids`,
    sql`insert into incident_answer (incident_id, acknowledged_at) ${ids} select n, n from ids`,
    sql`insert into delivery (incident_id, round, policy_version, rule, rung, kind, receiver, receiver_name,
      idempotency_key, asked_at, due_at, state, attempt_at)
      ${ids} select n, 0, 1, 0, 0, 'ntfy', 'night', 'night', 'k', n, n, 1, n from ids`,
  ]) {
    await statement.execute(kysely);
  }
  await updateStatistics(database);
  return database;
}

onBothDatabases('a look at unanswered incidents', (fresh) => {
  test('seeks its rows: nothing scans a table', async () => {
    const database = await manyEscalations(await fresh());
    for (const [name, read] of Object.entries(reads)) {
      const recorder = listenToQueries(database);
      await read(recorder.database);
      const plans = await Promise.all(recorder.queries.map((query) => planOf(database, query)));
      // An incident has few deliveries and rungs; grouping the events of one second sorts those.
      const steps = plans.flat().filter((step) => step !== 'sort');
      expect(steps.length, name).toBeGreaterThan(0);
      expect([name, steps.filter((step) => step.startsWith('scan'))]).toEqual([name, []]);
    }
  });
});
