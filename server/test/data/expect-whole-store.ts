import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { DatabaseAddress } from '../../src/db/database.ts';
import { recount } from '../../src/writer/counters/recount.ts';
import type { SteadyLoad } from './steady-load.ts';

const READERS = 8;

type Listed = { id: number; weapon_type: string; threat_level: number };
/** Reads from a running server as a guard. */
type Read = (path: string) => Promise<Response>;

/**
 * Expects exactly one detection for every report of the load, each with its own frame, and counters that equal a full
 * count. Call it after the load has stopped, when every report is acknowledged.
 */
export async function expectWholeStore(options: { load: SteadyLoad; read: Read; address: DatabaseAddress }) {
  const { load, read, address } = options;
  const stored = await everyDetection(read);
  const acknowledged = [...load.acknowledged.values()].map(({ id }) => id);
  expect(stored.map(({ id }) => id).sort(ascending)).toEqual(acknowledged.sort(ascending));
  expect(await damagedFrames(options)).toEqual([]);
  expect(await (await read('/api/detections/stats')).json()).toMatchObject({
    total: stored.length,
    active_threats: stored.filter(({ threat_level }) => threat_level >= 8).length,
    last_hour: stored.length,
    by_weapon_type: { rifle: stored.length },
  });
  expect(await drift(address)).toEqual([]);
}

export async function everyDetection(read: Read): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let cursor = ''; ; ) {
    const page = (await (await read(`/api/detections/all?limit=250${cursor}`)).json()) as {
      data: Listed[];
      next_cursor: string | null;
    };
    all.push(...page.data);
    if (page.next_cursor === null) return all;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

/** The ids of acknowledged reports whose frame differs from the one that was sent. */
export async function damagedFrames({ load, read }: { load: SteadyLoad; read: Read }): Promise<number[]> {
  const damaged: number[] = [];
  const unread = load.acknowledged.values();
  const examine = async () => {
    for (const { id, sha256 } of unread) {
      const answer = await read(`/api/detections/${id}/jpeg`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) damaged.push(id);
    }
  };
  await Promise.all(Array.from({ length: READERS }, examine));
  return damaged;
}

export async function drift(address: DatabaseAddress) {
  const differences = [];
  for await (const found of recount(address)) differences.push(...found);
  return differences;
}

const ascending = (a: number, b: number) => a - b;
