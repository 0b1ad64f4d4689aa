import { expect, onTestFinished, test, vi } from 'vitest';
import { MANY, storeManyDetections, updateStatistics } from '../../test/data/many-detections.ts';
import { NOON } from '../../test/data/new-detection.ts';
import { type FreshDatabase, freshSqlite, onBothDatabases } from '../../test/data/on-both-databases.ts';
import { listenToQueries, planOf } from '../../test/data/query-plan.ts';
import { ensureActiveThreatIndex } from '../db/active-threat-index.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { liveFrames } from '../frames/live-frames.ts';
import { endOfSegment, hasLiveFrames, liveBytes } from '../frames/segments/segment-rows.ts';
import { deleteOldMinutes } from '../writer/counters/minute-counters.ts';
import { createReportKeySweep } from '../writer/thread/report-keys.ts';
import { oldestRows } from '../writer/thread/retention.ts';
import { createCommentStore } from './comments/comments.store.ts';
import { createDetectionEventLog } from './detection-events.store.ts';
import { createDetectionStore } from './detections.store.ts';
import { createHistoryStore } from './history/history.store.ts';
import { createIncidentStore } from './incidents/incidents.store.ts';

vi.setConfig({ testTimeout: 30_000 });

type Read = (database: Database) => Promise<unknown>;

const page = { limit: 100, after: null };
const nextPage = { limit: 100, after: { at: NOON - 3_600_000, id: MANY / 2 } };
const store = (database: Database) => createDetectionStore(database, { activeThreatLevel: 8, team: false });
const found = (database: Database) => createHistoryStore(database, { team: false });
const log = (database: Database) => createDetectionEventLog(database, store(database));

/** The incident of each detection. */
const EACH_INCIDENT = 'seek incident_series';

/** Each list may use the named index and no other, and must not sort. */
const lists: Record<string, [read: Read, plan: string[]]> = {
  newest: [(db) => store(db).newest(page), ['walk detection_newest', EACH_INCIDENT]],
  'newest, further on': [(db) => store(db).newest(nextPage), ['seek detection_newest', EACH_INCIDENT]],
  threats: [(db) => store(db).threats(page), ['walk detection_active_8', EACH_INCIDENT]],
  'threats, further on': [(db) => store(db).threats(nextPage), ['seek detection_active_8', EACH_INCIDENT]],
  manual: [(db) => store(db).manual(page), ['walk detection_manual', EACH_INCIDENT]],
  'manual, further on': [(db) => store(db).manual(nextPage), ['seek detection_manual', EACH_INCIDENT]],
  'largest page': [(db) => store(db).newest({ ...page, limit: 1_000 }), ['walk detection_newest', EACH_INCIDENT]],
};

/** A page of a filter: the series, the positions of their newest detections, and the rows. */
const span = { from: NOON - 3 * 86_400_000, before: { at: NOON - 3_600_000, id: MANY / 2 } };
const filtered: typeof lists = {
  'all series': [(db) => found(db).series(), ['seek counter']],
  'a time alone': [
    (db) => found(db).newest(span, 100),
    ['seek detection', 'seek detection_newest alone', EACH_INCIDENT],
  ],
  'newest scanned for some series': [
    (db) => found(db).scanNewest({ ids: [1, 2, 3], span, limit: 100 }, 4_000),
    ['seek detection', 'seek detection_newest alone', 'seek detection_newest alone', EACH_INCIDENT],
  ],
};
/** Each series is read on its own; PostgreSQL sorts one page of each. */
const merged: typeof lists = {
  'newest of some series': [(db) => found(db).merge({ ids: [1, 2, 3], span, limit: 100 }), []],
};
const mergePlan = {
  sqlite: ['seek another', 'seek detection', 'seek detection_series alone', 'seek first', EACH_INCIDENT],
  postgres: ['seek detection', 'seek detection_series alone', EACH_INCIDENT, 'sort'],
};

const others: typeof lists = {
  'one detection': [(db) => store(db).byId(7), ['seek detection', EACH_INCIDENT]],
  'some detections': [(db) => store(db).byIds([7, 8, 9]), ['seek detection', EACH_INCIDENT]],
  comments: [(db) => createCommentStore(db).page(7, page), ['seek comment_of_detection']],
  'comments, further on': [(db) => createCommentStore(db).page(7, nextPage), ['seek comment_of_detection']],
  'number of comments': [(db) => createCommentStore(db).count(7), ['seek comment_of_detection alone']],
  'where a frame is': [(db) => store(db).frameOf(7), ['seek detection']],
  'counters of levels': [(db) => store(db).counters('level'), ['seek counter']],
  'counters of types': [(db) => store(db).counters('type'), ['seek counter']],
  statistics: [
    (db) => store(db).statistics({ since: NOON - 3_590_000, now: NOON }),
    // event_head has one row, the number of the newest event.
    ['scan event_head', 'seek counter', 'seek counter', 'seek detection_newest alone', 'seek detection_newest alone'],
  ],
  'detections by hour and level': [
    (db) => store(db).countLevelHours({ from: NOON - 86_400_000, to: NOON }),
    ['seek counter'],
  ],
  'detections by hour': [(db) => store(db).countEach('hour', { from: NOON - 86_400_000, to: NOON }), ['seek counter']],
  'missed events': [(db) => log(db).after(MANY - 500, 500), ['seek detection', 'seek event', EACH_INCIDENT]],
  'oldest detections': [(db) => oldestRows(db, { after: 100, limit: 64 }), ['seek detection']],
  'minutes to delete': [(db) => deleteOldMinutes(db.kysely, NOON - 365 * 86_400_000), ['seek counter', 'seek counter']],
  'report keys': [
    async (db) => {
      await createReportKeySweep({ kysely: db.kysely, keptAfter: () => 1, now: Date.now })();
    },
    ['seek report_key', 'seek report_key'],
  ],
  'oldest event': [(db) => log(db).oldest(), ['walk event']],
};

const incidents = (database: Database) => createIncidentStore(database, { team: false });
const incidentReads: typeof lists = {
  incidents: [
    (db) => incidents(db).page(page, { high: false }),
    ['seek detection', 'seek detection_origin', 'walk incident_newest'],
  ],
  'incidents, further on': [
    (db) => incidents(db).page(nextPage, { high: false }),
    ['seek detection', 'seek detection_origin', 'seek incident_newest'],
  ],
  'incidents of high level': [
    (db) => incidents(db).page(page, { high: true }),
    ['seek detection', 'seek detection_origin', 'walk incident_high'],
  ],
  'one incident': [
    (db) => incidents(db).byId(7),
    ['seek detection', 'seek detection_origin', 'seek incident', 'seek merged_incident'],
  ],
  'detections of an incident': [
    async (db) => {
      const incident = await incidents(db).byId(7);
      if (incident !== null) await incidents(db).detections(incident, nextPage);
    },
    ['seek detection', 'seek detection_origin', 'seek detection_origin', 'seek incident', 'seek merged_incident'],
  ],
};

/** Segments exist only beside SQLite. */
const segments: typeof lists = {
  'end of a segment': [(db) => endOfSegment(db.kysely, 2), ['seek detection_frame alone']],
  'whether a segment is in use': [(db) => hasLiveFrames(db.kysely, 2), ['seek detection_frame alone']],
  'bytes in use': [(db) => liveBytes(db.kysely, 2), ['seek detection_frame alone']],
  'frames in use': [
    (db) => liveFrames({ kysely: db.kysely, after: '00000002/', before: '000000020', limit: 32 }),
    ['seek detection_frame'],
  ],
};

/** @param ignored what the plans of the two databases differ in */
async function plansOf(database: Database, reads: typeof lists, ignored = /^$/): Promise<[string, string[]][]> {
  return Promise.all(
    Object.entries(reads).map(async ([name, [read]]) => {
      const recorder = listenToQueries(database);
      await read(recorder.database);
      const plans = await Promise.all(recorder.queries.map((query) => planOf(database, query)));
      return [
        name,
        plans
          .flat()
          .map((step) => step.replace(ignored, ''))
          .sort(),
      ];
    }),
  );
}

function expected(reads: typeof lists): [string, string[]][] {
  return Object.entries(reads).map(([name, [, plan]]) => [name, plan.toSorted()]);
}

async function expectFilterPlans(database: Database) {
  expect(await plansOf(database, filtered)).toEqual(expected(filtered));
  const [[, plan] = []] = await plansOf(database, merged);
  expect([...new Set(plan)]).toEqual(mergePlan[database.dialect].toSorted());
}

async function manyDetections({ address }: Awaited<ReturnType<FreshDatabase>>): Promise<Database> {
  const database = openDatabase(address);
  onTestFinished(database.close);
  await migrate(database);
  await ensureActiveThreatIndex(database, { level: 8 });
  await storeManyDetections(database);
  return database;
}

onBothDatabases('reads', (fresh) => {
  test('walk one index or seek their rows: none scans a table, none sorts', async () => {
    const database = await manyDetections(await fresh());
    await updateStatistics(database);
    expect(await plansOf(database, lists)).toEqual(expected(lists));
    expect(await plansOf(database, others)).toEqual(expected(others));
    expect(await plansOf(database, incidentReads, / alone$/)).toEqual(expected(incidentReads));
    await expectFilterPlans(database);
  });
});

test('reads on SQLite use the same plans without statistics', async () => {
  const database = await manyDetections(await freshSqlite());
  expect(await plansOf(database, lists)).toEqual(expected(lists));
  expect(await plansOf(database, others)).toEqual(expected(others));
  expect(await plansOf(database, incidentReads, / alone$/)).toEqual(expected(incidentReads));
  await expectFilterPlans(database);
});

test('checking a segment reads its part of the index', async () => {
  const database = await manyDetections(await freshSqlite());
  expect(await plansOf(database, segments)).toEqual(expected(segments));
  await updateStatistics(database);
  expect(await plansOf(database, segments)).toEqual(expected(segments));
});
