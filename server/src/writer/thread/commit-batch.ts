import { createHash } from 'node:crypto';
import { isConnectionLost } from '../../db/connection-lost.ts';
import type { FramePlace, FrameWriter } from '../../frames/frame-store.ts';
import { isFrameStoreLost } from '../../frames/store-lost.ts';
import type { Batch, NewDetection, Stored } from '../new-detection.ts';

export type PlacedFrame = FramePlace & { sha256: string };
export type CommitBatch = { rows: NewDetection[]; frames: (PlacedFrame | null)[] };

/** What the writer needs from a database. */
export type Commit = {
  /** Returns for each report, in order, the id of the stored one with its key, or null when it is new. */
  findRepeats: (rows: readonly NewDetection[]) => Promise<(number | null)[]>;
  /**
   * Inserts rows, report keys, counters and events in one durable transaction. A repeat is answered with the first id.
   * `unused` are the frames of repeats that were found only here, because another server had stored the report since; their
   * erasure is queued.
   */
  insert: (batch: CommitBatch) => Promise<{ stored: Stored[]; unused: FramePlace[] }>;
};

export type BatchOutcome = { stored: Stored } | { error: Error };

/**
 * Group commit: stores the frames of a batch with one sync, then its rows with another. When the batch fails, each row is
 * tried alone, so that one bad row does not fail the others.
 */
export async function commitBatch(options: {
  batch: Batch;
  commit: Commit;
  frames: FrameWriter;
}): Promise<BatchOutcome[]> {
  const { batch, commit, frames } = options;
  try {
    return (await commitTogether(options)).map((stored) => ({ stored }));
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    // Single rows would fail as well while the database is unreachable.
    if (batch.rows.length === 1 || isConnectionLost(reason)) return batch.rows.map(() => ({ error: reason }));
    if (isFrameStoreLost(reason)) return commitWithoutFrames(options, reason);
    const outcomes: BatchOutcome[] = [];
    for (const [index, row] of batch.rows.entries()) {
      const single = { rows: [row], frames: [batch.frames[index] ?? null] };
      outcomes.push(...(await commitBatch({ batch: single, commit, frames })));
    }
    return outcomes;
  }
}

/** Stores only the reports without a frame: the others would each wait for the unreachable frame store. */
async function commitWithoutFrames(
  { batch, commit, frames }: { batch: Batch; commit: Commit; frames: FrameWriter },
  reason: Error,
): Promise<BatchOutcome[]> {
  const rows = batch.rows.filter((_, index) => !batch.frames[index]);
  const bare = { rows, frames: rows.map(() => null) };
  const outcomes = (rows.length > 0 ? await commitBatch({ batch: bare, commit, frames }) : []).values();
  return batch.rows.map((_, index) => (batch.frames[index] ? undefined : outcomes.next().value) ?? { error: reason });
}

async function commitTogether(options: { batch: Batch; commit: Commit; frames: FrameWriter }): Promise<Stored[]> {
  const { batch, commit, frames } = options;
  const known = await findFramedRepeats(options);
  const { firstOf, fresh } = firstOfEachKey(batch.rows, known);

  const placed = await placeFrames(
    fresh.map((index) => batch.frames[index] ?? null),
    frames,
  );
  const rows = fresh.flatMap((index) => batch.rows[index] ?? []);
  const { stored, unused } = rows.length > 0 ? await commit.insert({ rows, frames: placed }) : NOTHING;
  const newest = stored.findLast(isNew);
  if (newest !== undefined) frames.noteCommitted({ seq: newest.seq, detection: newest.id });
  // The erasure was queued with the commit, so maintenance repeats one that fails here; the commit has succeeded.
  if (unused.length > 0) await frames.erase(unused).catch(() => {});

  const storedAt = new Map(fresh.map((index, position) => [index, stored[position]]));
  return batch.rows.map((_, index) => {
    const before = known[index];
    if (typeof before === 'number') return { id: before, repeated: true };
    const first = firstOf[index] ?? index;
    const own = storedAt.get(first);
    if (own === undefined) throw new Error('The commit answered fewer rows than it was given');
    return first === index ? own : { id: own.id, repeated: true };
  });
}

function isNew(stored: Stored): stored is Extract<Stored, { repeated: false }> {
  return !stored.repeated;
}

/** Finds repeats among the reports with a frame, whose frames must not be written. The insert finds the other repeats. */
async function findFramedRepeats({ batch, commit }: { batch: Batch; commit: Commit }): Promise<(number | null)[]> {
  const framed = batch.rows.filter((_, index) => batch.frames[index]);
  if (framed.length === 0) return batch.rows.map(() => null);
  const found = (await commit.findRepeats(framed)).values();
  return batch.rows.map((_, index) => (batch.frames[index] ? (found.next().value ?? null) : null));
}

const NOTHING: { stored: Stored[]; unused: FramePlace[] } = { stored: [], unused: [] };

/** Returns the indexes of the new rows, and for each row the index of the first row in the batch with its report key. */
function firstOfEachKey(rows: readonly NewDetection[], known: readonly (number | null)[]) {
  const firstByKey = new Map<string, number>();
  const fresh: number[] = [];
  const firstOf = rows.map((row, index) => {
    if (known[index] !== null) return index;
    // Ids contain no line break, so the joined keys are unique.
    const key = row.event_id === null ? null : `${row.device_id}\n${row.event_id}`;
    const first = key === null ? undefined : firstByKey.get(key);
    if (first !== undefined) return first;
    if (key !== null) firstByKey.set(key, index);
    fresh.push(index);
    return index;
  });
  return { firstOf, fresh };
}

async function placeFrames(
  images: readonly (Uint8Array | null)[],
  frames: FrameWriter,
): Promise<(PlacedFrame | null)[]> {
  const present = images.filter((image) => image !== null);
  if (present.length === 0) return images.map(() => null);
  const places = (await frames.put(present)).values();
  return images.map((image) => {
    if (image === null) return null;
    const place = places.next().value ?? '';
    return { place, size: image.byteLength, sha256: createHash('sha256').update(image).digest('hex') };
  });
}
