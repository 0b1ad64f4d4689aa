import type { Answer } from '@vedette/contract/answer';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { EventKind } from '../db/schema.ts';
import type { CommittedEvents, EventLog, LoggedEvent } from '../live/event-log.ts';
import type { CreatedDetection } from '../writer/detection-writer.ts';
import type { DetectionRow } from './detection-rows.ts';
import { presentDetection } from './detections.present.ts';
import type { DetectionStore } from './detections.store.ts';
import { presentDrill } from './drills/drills.present.ts';
import { type DrillRow, readDrills } from './drills/drills.store.ts';
import { readAnswers } from './incidents/answers.store.ts';

/** The event log. Events are written in the transactions of their changes, and hold each detection in its current state. */
export function createDetectionEventLog(database: Database, store: DetectionStore): EventLog {
  const { kysely } = database;
  // `event_head` has one row.
  const heads = prepared(database, (rows: number) => kysely.selectFrom('event_head').select('seq').limit(rows), 1);
  return {
    head: async () => (await heads(1))[0]?.seq ?? 0,

    oldest: async () => {
      const row = await kysely.selectFrom('event').select('seq').orderBy('seq').limit(1).executeTakeFirst();
      return row?.seq ?? null;
    },

    after: async (seq, limit) => {
      const rows = await kysely
        .selectFrom('event')
        .selectAll()
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute();
      const created = rows.flatMap((row) => (row.kind === 'created' ? (row.detection_id ?? []) : []));
      const detections = new Map((await store.byIds(created)).map((row) => [row.id, row]));
      const merged = rows.flatMap((row) => (row.kind === 'merged' ? (row.incident_id ?? []) : []));
      const into = await intoOf(database, merged);
      const answered = rows.flatMap((row) => (row.kind === 'answered' ? (row.incident_id ?? []) : []));
      const answers = await readAnswers(kysely, answered);
      const drills = await readDrills(
        kysely,
        rows.flatMap(({ drill_id }) => drill_id ?? []),
      );
      return {
        events: rows.flatMap(
          (row) =>
            presentDrillEvent(row, drills) ?? presentIncident(row, { into, answers }) ?? present(row, detections) ?? [],
        ),
        reached: rows.at(-1)?.seq ?? seq,
      };
    },
  };
}

async function intoOf({ kysely }: Database, merged: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (merged.length === 0) return new Map();
  const rows = await kysely.selectFrom('merged_incident').selectAll().where('id', 'in', merged).execute();
  return new Map(rows.map(({ id, into_id }) => [id, into_id]));
}

/** Left out when its device is gone since. */
function presentDrillEvent(
  { seq, drill_id }: { seq: number; drill_id: number | null },
  drills: ReadonlyMap<number, DrillRow>,
): LoggedEvent | null {
  const drill = drill_id === null ? undefined : drills.get(drill_id);
  return drill === undefined ? null : { seq, event: { type: 'drill', data: presentDrill(drill) } };
}

type Incidents = { into: ReadonlyMap<number, number>; answers: ReadonlyMap<number, Answer> };

/** Left out when the incident is gone since. */
function presentIncident(
  {
    seq,
    kind,
    incident_id: id,
    detail,
  }: { seq: number; kind: EventKind; incident_id: number | null; detail: string | null },
  { into, answers }: Incidents,
): LoggedEvent | null {
  if (id === null) return null;
  if (kind === 'answered') {
    const answer = answers.get(id);
    return answer === undefined ? null : { seq, event: { type: 'incident.answered', data: answer } };
  }
  if (kind === 'undelivered') return { seq, event: { type: 'incident.undelivered', data: { incident_id: id } } };
  if (kind === 'escalated') {
    return { seq, event: { type: 'incident.escalated', data: { incident_id: id, ...JSON.parse(detail ?? '{}') } } };
  }
  const kept = into.get(id);
  return kept === undefined ? null : { seq, event: { type: 'incident.merged', data: { id, into: kept } } };
}

function present(
  { seq, kind, detection_id: id }: { seq: number; kind: string; detection_id: number | null },
  detections: ReadonlyMap<number, DetectionRow>,
): LoggedEvent | null {
  if (kind === 'cleared') return { seq, event: { type: 'detections.cleared', data: {} } };
  if (kind === 'reset') return { seq, event: { type: 'reset', data: {} } };
  if (id === null) return null;
  if (kind === 'deleted') return { seq, event: { type: 'detection.deleted', data: { id } } };
  const row = detections.get(id);
  return row === undefined ? null : { seq, event: { type: 'detection.created', data: presentDetection(row) } };
}

/** The events of reports that were just committed; null when they have to be read: their numbers have gaps, or somebody has answered their incident. */
export function createdEvents(created: readonly CreatedDetection[]): CommittedEvents | null {
  const [first] = created;
  const last = created.at(-1);
  if (created.some(({ answered }) => answered)) return null;
  if (first === undefined || last === undefined || last.seq - first.seq !== created.length - 1) return null;
  return {
    from: first.seq - 1,
    to: last.seq,
    events: () =>
      created.map(({ id, seq, row, frameSize, incident_id }) => {
        const data = presentDetection({ ...row, id, frame_size: frameSize, incident_id });
        return { seq, event: { type: 'detection.created', data } };
      }),
  };
}
