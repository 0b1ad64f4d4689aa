import { createHash } from 'node:crypto';
import type { AllDetectionsAnswer, Detection, StatsAnswer } from '@vedette/contract/detection';
import { OTHER_LABEL } from '@vedette/contract/labels';
import { threatBucket } from '@vedette/contract/threat-level';
import type { Ledger } from '../reports/report-ledger.ts';
import { type ChildServer, read } from '../servers/child-server.ts';

/** The number of faults by kind; all are 0 in a correct store. */
export type StoreFaults = {
  /** Acknowledged reports that are missing. */
  lost: number;
  /** Stored reports whose frame is not the one that was sent. */
  damaged: number;
  /** Frames in the store that no row refers to: second copies. */
  unknown: number;
  /** Counters that differ from a full count. */
  countersOff: number;
};
const HOUR_MS = 3_600_000;

/** Reads everything back through the API and compares it with the acknowledged reports. */
export async function examineStore(
  server: ChildServer,
  { acknowledged }: Pick<Ledger, 'acknowledged'>,
): Promise<StoreFaults> {
  const stored = await everyDetection(server);
  const promised = new Map([...acknowledged.values()].map(({ id, sha256 }) => [id, sha256]));
  let damaged = 0;
  for (const { id } of stored) {
    const sha256 = promised.get(id);
    if (sha256 !== undefined && (await frameHash(server, id)) !== sha256) damaged += 1;
  }
  const ids = new Set(stored.map(({ id }) => id));
  const reports = [...acknowledged.values()];
  return {
    lost: reports.filter(({ id }) => !ids.has(id)).length + (reports.length - promised.size),
    damaged,
    unknown: stored.filter(({ id }) => !promised.has(id)).length,
    countersOff: countersOff(stored, (await read(server.guard, '/api/detections/stats')) as StatsAnswer),
  };
}

async function everyDetection({ guard }: ChildServer): Promise<Detection[]> {
  const all: Detection[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await read(guard, `/api/detections/all?limit=1000${more}`)) as AllDetectionsAnswer;
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

async function frameHash({ url, guard }: ChildServer, id: number): Promise<string> {
  const answer = await fetch(`${url}/api/detections/${id}/jpeg`, { headers: { cookie: guard.cookie } });
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** Compares every counter with a full count. No detection of a run is about an hour old, so the time of the count does not matter. */
function countersOff(stored: Detection[], stats: StatsAnswer): number {
  const counted: [string, number][] = [
    ['total', stored.length],
    ['last_hour', stored.filter(({ timestamp }) => Date.parse(timestamp) > Date.now() - HOUR_MS).length],
    ['active_threats', stored.filter(({ threat_level }) => threat_level >= 8).length],
    ...countBy(stored, ({ threat_level }) => `level ${threatBucket(threat_level)}`),
    ...countBy(stored, (detection) => `type ${countedType(detection)}`),
  ];
  const answered = new Map<string, number>([
    ['total', stats.total],
    ['last_hour', stats.last_hour],
    ['active_threats', stats.active_threats],
    ...Object.entries(stats.by_threat_level).map(([bucket, count]): [string, number] => [`level ${bucket}`, count]),
    ...Object.entries(stats.by_weapon_type).map(([type, count]): [string, number] => [`type ${type}`, count]),
  ]);
  return counted.filter(([name, count]) => answered.get(name) !== count).length;
}

/** A type beyond the number that a device may have is counted as another. */
function countedType({ weapon_type, other_labels }: Detection): string {
  return other_labels?.includes('weapon_type') ? OTHER_LABEL : weapon_type;
}

function countBy(stored: Detection[], keyOf: (detection: Detection) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const detection of stored) counts.set(keyOf(detection), (counts.get(keyOf(detection)) ?? 0) + 1);
  return [...counts];
}
