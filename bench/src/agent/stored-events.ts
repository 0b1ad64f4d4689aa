import path from 'node:path';
import type { AllDetectionsAnswer, Detection } from '@vedette/contract/detection';
import { databaseAddress, openDatabase } from '../../../server/src/db/database.ts';
import { type ChildServer, read } from '../servers/child-server.ts';

/** Every detection, newest first. */
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

/** The newest hundred. */
export async function newestDetections({ guard }: Pick<ChildServer, 'guard'>): Promise<Detection[]> {
  return ((await read(guard, '/api/detections/all?limit=100')) as AllDetectionsAnswer).data;
}

/** The detection of each event id; answers do not carry them. */
export async function storedEvents(dataDir: string): Promise<Map<string, number>> {
  const database = openDatabase(databaseAddress(path.resolve(dataDir), undefined));
  try {
    const rows = await database.kysely.selectFrom('report_key').select(['event_id', 'detection_id']).execute();
    return new Map(rows.map(({ event_id, detection_id }) => [event_id, Number(detection_id)]));
  } finally {
    await database.close();
  }
}

/** What became of the reports that agents have promised. */
export type EventFaults = { stored: number; lost: number; doubled: number; beyond: number };

/**
 * @returns `doubled`: detections beyond one of each event; `beyond`: stored without having been promised, as by an agent that was
 * killed before it could say so
 */
export async function compareEvents(
  server: ChildServer,
  { dataDir, promised }: { dataDir: string; promised: readonly string[] },
): Promise<EventFaults> {
  const [detections, events] = [await everyDetection(server), await storedEvents(dataDir)];
  const stored = new Set(detections.map(({ id }) => id));
  const known = new Set(promised);
  return {
    stored: detections.length,
    lost: promised.filter((id) => !stored.has(events.get(id) ?? 0)).length,
    doubled: detections.length - events.size,
    beyond: [...events.keys()].filter((id) => !known.has(id)).length,
  };
}
