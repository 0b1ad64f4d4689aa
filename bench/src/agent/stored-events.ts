import path from 'node:path';
import type { AllDetectionsAnswer, Detection } from '@vedette/contract/detection';
import { databaseAddress, openDatabase } from '../../../server/src/db/database.ts';
import { type ChildServer, read } from '../servers/child-server.ts';

/** Reads all detections, newest first. */
export async function everyDetection({ guard }: Pick<ChildServer, 'guard'>): Promise<Detection[]> {
  const all: Detection[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await read(guard, `/api/detections/all?limit=1000${more}`)) as AllDetectionsAnswer;
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

/** Reads the newest hundred detections. */
export async function newestDetections({ guard }: Pick<ChildServer, 'guard'>): Promise<Detection[]> {
  return ((await read(guard, '/api/detections/all?limit=100')) as AllDetectionsAnswer).data;
}

/** Reads the detection id of each event id from the database, because the API does not return event ids. */
export async function storedEvents(dataDir: string): Promise<Map<string, number>> {
  const database = openDatabase(databaseAddress(path.resolve(dataDir), undefined));
  try {
    const rows = await database.kysely.selectFrom('report_key').select(['event_id', 'detection_id']).execute();
    return new Map(rows.map(({ event_id, detection_id }) => [event_id, Number(detection_id)]));
  } finally {
    await database.close();
  }
}

/** The result of a comparison of stored events with those that agents have logged. */
export type EventFaults = { stored: number; lost: number; doubled: number; unlogged: number };

/**
 * @param options.reported the event ids that agents have logged as reported
 * @returns `doubled`: further detections of the same event; `unlogged`: stored events of agents that were killed before they logged them
 */
export async function compareEvents(
  server: ChildServer,
  { dataDir, reported }: { dataDir: string; reported: readonly string[] },
): Promise<EventFaults> {
  const [detections, events] = [await everyDetection(server), await storedEvents(dataDir)];
  const stored = new Set(detections.map(({ id }) => id));
  const logged = new Set(reported);
  return {
    stored: detections.length,
    lost: reported.filter((id) => !stored.has(events.get(id) ?? 0)).length,
    doubled: detections.length - events.size,
    unlogged: [...events.keys()].filter((id) => !logged.has(id)).length,
  };
}
