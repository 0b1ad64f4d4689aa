import type pg from 'pg';
import { EVENTS_CHANNEL } from '../db/channels.ts';
import type { FramePlace } from '../frames/frame-store.ts';
import type { Commit, CommitBatch, PlacedFrame } from './commit-batch.ts';
import { counterDeltas } from './counters.ts';
import type { NewDetection, Stored } from './new-detection.ts';
import { seriesId, seriesKey } from './series.ts';
import type { ServerSlot } from './server-slot.ts';

type Candidate = { id: number; row: NewDetection; frame: PlacedFrame | null };

/**
 * Each statement is prepared once and takes arrays, whatever the size of the batch; those that need no answer of each other
 * are sent together, the commit behind them. The event head is updated last: its row lock puts the commits of all servers in
 * order, and is held for the shortest time.
 */
export function createPostgresCommit(pool: pg.Pool, serverSlot: ServerSlot): Commit {
  return {
    findRepeats: (rows) => findRepeats(pool, rows),
    insert: async (batch) => {
      const slot = await serverSlot.current();
      const client = await pool.connect();
      try {
        const result = await insertAll(client, batch, slot);
        client.release();
        return result;
      } catch (error) {
        // The connection may be what failed; a broken one is not put back.
        const broken = await client.query('rollback').then(
          () => false,
          () => true,
        );
        client.release(broken);
        throw error;
      }
    },
  };
}

async function insertAll(client: pg.PoolClient, { rows, frames }: CommitBatch, slot: number) {
  const [, ids] = await Promise.all([client.query('begin'), reserveIds(client, rows.length)]);
  const candidates = rows.map((row, index): Candidate => ({ id: ids[index] ?? 0, row, frame: frames[index] ?? null }));
  const won = await insertReportKeys(client, candidates);
  const isFresh = ({ id, row }: Candidate) => row.event_id === null || won.has(id);
  const fresh = candidates.filter(isFresh);
  const late = candidates.filter((candidate) => !isFresh(candidate));
  const first =
    late.length === 0
      ? []
      : await findRepeats(
          client,
          late.map(({ row }) => row),
        );

  const unused: FramePlace[] = late.flatMap(({ frame }) => frame ?? []);
  const rowsAndCounters = [
    insertDetections(client, fresh),
    queueErasures(client, unused),
    addToCounters(client, fresh, slot),
  ];
  const events = insertEvents(client, fresh);
  // When one of them fails, so do those behind it, and the commit rolls back.
  await Promise.all([...rowsAndCounters, events, client.query('commit')]);
  const firstSeq = await events;

  const firstIds = first.values();
  let seq = firstSeq;
  const stored = candidates.map((candidate): Stored => {
    if (isFresh(candidate)) return { id: candidate.id, repeated: false, seq: seq++ };
    return { id: firstIds.next().value ?? 0, repeated: true };
  });
  return { stored, unused };
}

async function findRepeats(db: pg.Pool | pg.PoolClient, rows: readonly NewDetection[]): Promise<(number | null)[]> {
  const { rows: found } = await db.query<{ detection_id: number | null }>({
    name: 'find-repeats',
    text: `select detection_id from unnest($1::text[], $2::text[]) with ordinality as wanted (device_id, event_id, place)
      left join report_key using (device_id, event_id) order by place`,
    values: [rows.map((row) => row.device_id), rows.map((row) => row.event_id)],
  });
  return found.map((row) => row.detection_id);
}

async function reserveIds(client: pg.PoolClient, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({
    name: 'reserve-ids',
    text: `select nextval(pg_get_serial_sequence('detection', 'id')) as id from generate_series(1, $1::int)`,
    values: [count],
  });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** The ids whose report key was new. In key order, so that two servers with the same reports never deadlock. */
async function insertReportKeys(client: pg.PoolClient, candidates: readonly Candidate[]): Promise<Set<number>> {
  const keyed = candidates.filter(({ row }) => row.event_id !== null).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  if (keyed.length === 0) return new Set();
  const { rows } = await client.query<{ detection_id: number }>({
    name: 'insert-report-keys',
    text: `insert into report_key (device_id, event_id, detection_id)
      select * from unnest($1::text[], $2::text[], $3::bigint[])
      on conflict do nothing returning detection_id`,
    values: [keyed.map(({ row }) => row.device_id), keyed.map(({ row }) => row.event_id), keyed.map(({ id }) => id)],
  });
  return new Set(rows.map(({ detection_id }) => detection_id));
}

function keyOf({ row }: Candidate): string {
  return `${row.device_id}\n${row.event_id}`;
}

async function insertDetections(client: pg.PoolClient, fresh: readonly Candidate[]) {
  const column = <T>(pick: (candidate: Candidate) => T) => fresh.map(pick);
  await client.query({
    name: 'insert-detections',
    text: `insert into detection (id, at, received_at, weapon_type, weapon_type_key, confidence, threat_level, location,
        device, device_id, source, description, officer_name, metrics, frame_place, frame_size, frame_sha256,
        series)
      select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::float8[], $7::int2[],
        $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],
        $16::int4[], $17::text[], $18::bigint[])`,
    values: [
      column(({ id }) => id),
      column(({ row }) => row.at),
      column(({ row }) => row.received_at),
      column(({ row }) => row.weapon_type),
      column(({ row }) => row.weapon_type_key),
      column(({ row }) => row.confidence),
      column(({ row }) => row.threat_level),
      column(({ row }) => row.location),
      column(({ row }) => row.device),
      column(({ row }) => row.device_id),
      column(({ row }) => row.source),
      column(({ row }) => row.description),
      column(({ row }) => row.officer_name),
      column(({ row }) => row.metrics),
      column(({ frame }) => frame?.place ?? null),
      column(({ frame }) => frame?.size ?? null),
      column(({ frame }) => frame?.sha256 ?? null),
      column(({ row }) => seriesId(seriesKey(row))),
    ],
  });
}

async function queueErasures(client: pg.PoolClient, unused: readonly FramePlace[]) {
  if (unused.length === 0) return;
  await client.query({
    name: 'queue-erasures',
    text: 'insert into frame_erasure (place, size) select * from unnest($1::text[], $2::int4[])',
    values: [unused.map(({ place }) => place), unused.map(({ size }) => size)],
  });
}

async function addToCounters(client: pg.PoolClient, fresh: readonly Candidate[], slot: number) {
  const deltas = counterDeltas(
    fresh.map(({ row }) => row),
    1,
  );
  await client.query({
    name: 'add-to-counters',
    text: `insert into counter (kind, key, slot, value)
      select kind, key, $3, value from unnest($1::text[], $2::text[], $4::bigint[]) as delta (kind, key, value)
      on conflict (kind, key, slot) do update set value = counter.value + excluded.value`,
    values: [deltas.map(({ kind }) => kind), deltas.map(({ key }) => key), slot, deltas.map(({ value }) => value)],
  });
}

/** The number of the first; the others follow without a gap. At commit the other servers hear of them. */
async function insertEvents(client: pg.PoolClient, fresh: readonly Candidate[]): Promise<number> {
  const { rows } = await client.query<{ seq: number }>({
    name: 'insert-events',
    text: `with head as (update event_head set seq = seq + cardinality($1::bigint[]) where id = 1 returning seq),
      created as (
        insert into event (seq, kind, detection_id)
        select head.seq - cardinality($1::bigint[]) + place, 'created', created.id
        from head, unnest($1::bigint[]) with ordinality as created (id, place)
      )
      select seq - cardinality($1::bigint[]) + 1 as seq, pg_notify('${EVENTS_CHANNEL}', seq::text) from head`,
    values: [fresh.map(({ id }) => id)],
  });
  return rows[0]?.seq ?? 0;
}
