import { createHash } from 'node:crypto';
import { isConnectionLost } from '../db/connection-lost.ts';
import type { FramePlace, FrameWriter } from '../frames/frame-store.ts';
import { isFrameStoreLost } from '../frames/store-lost.ts';
import type { Batch, NewDetection, Stored } from './new-detection.ts';

export type PlacedFrame = FramePlace & { sha256: string };
export type CommitBatch = { rows: NewDetection[]; frames: (PlacedFrame | null)[] };

/** What a database must do for the writer. */
export type Commit = {
  /** The id that a report was stored under before, or null for a new one; in order. */
  findRepeats: (rows: readonly NewDetection[]) => Promise<(number | null)[]>;
  /**
   * Rows, report keys, counters and events in one durable transaction; all or none. A repeat is answered with the first
   * id. `unused` are the places of frames whose report turned out to be one only here (another server was faster); their
   * erasure has been queued.
   */
  insert: (batch: CommitBatch) => Promise<{ stored: Stored[]; unused: FramePlace[] }>;
};

export type BatchOutcome = { stored: Stored } | { error: Error };

/**
 * Group commit: the frames of a batch with one sync, then its rows with another. When the batch fails, each of its
 * rows is tried alone, so that one bad row never fails its neighbours.
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
    // Without a database each would only wait for it in vain.
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

/** Reports without a frame need no frame store. The others would each ask it again, one after the other. */
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
  const known = await framedBefore(options);
  const { firstOf, fresh } = withoutTwins(batch.rows, known);

  const placed = await placeFrames(
    fresh.map((index) => batch.frames[index] ?? null),
    frames,
  );
  const rows = fresh.flatMap((index) => batch.rows[index] ?? []);
  const { stored, unused } = rows.length > 0 ? await commit.insert({ rows, frames: placed }) : NOTHING;
  const newest = stored.findLast(isNew);
  if (newest !== undefined) frames.noteCommitted({ seq: newest.seq, detection: newest.id });
  // Queued with the commit: what fails here is done by maintenance, and must not look like a failed commit.
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

/** Of the reports with a frame: a repeat's must not be written. All others are left for the insert to find out. */
async function framedBefore({ batch, commit }: { batch: Batch; commit: Commit }): Promise<(number | null)[]> {
  const framed = batch.rows.filter((_, index) => batch.frames[index]);
  if (framed.length === 0) return batch.rows.map(() => null);
  const found = (await commit.findRepeats(framed)).values();
  return batch.rows.map((_, index) => (batch.frames[index] ? (found.next().value ?? null) : null));
}

const NOTHING: { stored: Stored[]; unused: FramePlace[] } = { stored: [], unused: [] };

/** Which rows are new, and for each row the first of the batch with its report key (itself, unless sent twice at once). */
function withoutTwins(rows: readonly NewDetection[], known: readonly (number | null)[]) {
  const firstByKey = new Map<string, number>();
  const fresh: number[] = [];
  const firstOf = rows.map((row, index) => {
    if (known[index] !== null) return index;
    // No id holds a line break, so no two keys look alike.
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
