import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { ReportedTrack } from '../tracking/report-policy.ts';

/** An event that waits to be sent. The report is JSON and contains the event_id. */
export type Waiting = { id: number; eventId: string; report: string; frame: Buffer | null; queuedAt: number };
export type Event = { eventId: string; threatLevel: number; report: string; frame: Buffer | null };
/**
 * The reports of one frame and the tracks reported so far. They are stored in one transaction, so that an agent that is killed
 * neither loses a report nor repeats it.
 */
export type Batch = { events: readonly Event[]; reportedTracks: readonly ReportedTrack[] };
export type DeadLetter = { id: number; eventId: string; report: string; reason: string; queuedAt: number };
/** The part of the outbox that the sender uses. */
export type Queue = {
  /** @param except ids to skip */
  next: (except?: Pick<ReadonlyMap<number, unknown>, 'keys'>) => Waiting | null;
  delivered: (id: number) => void;
  failed: (id: number) => void;
  moveToDeadLetters: (id: number, reason: string) => void;
};
export type OutboxState = { waiting: number; oldestAt: number | null; frameBytes: number; dead: number };

const URGENT_LEVEL = 8;
export const isUrgent = ({ threatLevel }: Pick<Event, 'threatLevel'>): boolean => threatLevel >= URGENT_LEVEL;
/** After so many server errors an event is sent last, so that the others do not wait for it. */
const FAILURES_BEFORE_LAST = 5;

const schema = `
  CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL UNIQUE, urgent INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0,
    queued_at INTEGER NOT NULL, frame_bytes INTEGER NOT NULL, dead_because TEXT, report TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS waiting ON events (dead_because, urgent, id);
  CREATE TABLE IF NOT EXISTS frames (id INTEGER PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE, jpeg BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS remembered (only INTEGER PRIMARY KEY CHECK (only = 1), tracks TEXT NOT NULL);`;

type Row = {
  id: number;
  event_id: string;
  report: string;
  queued_at: number;
  dead_because: string;
  jpeg: Buffer | null;
};

export type Outbox = ReturnType<typeof openOutbox>;

/** Used instead of a folder when the disk cannot be written. */
export const IN_MEMORY = ':memory:';

/** Stores reports on disk until the server has them. Once `add` has returned, its reports survive a power cut. */
export function openOutbox(folder: string, { maxFrameBytes }: { maxFrameBytes: number }) {
  if (folder !== IN_MEMORY) mkdirSync(folder, { recursive: true });
  const db = new Database(folder === IN_MEMORY ? folder : path.join(folder, 'outbox.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma('auto_vacuum = INCREMENTAL');
  db.exec(schema);

  const insert = db.prepare(
    'INSERT INTO events (event_id, urgent, queued_at, frame_bytes, report) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const insertTracks = db.prepare(
    'INSERT INTO remembered VALUES (1, ?) ON CONFLICT DO UPDATE SET tracks = excluded.tracks',
  );
  const insertFrame = db.prepare('INSERT INTO frames (id, jpeg) VALUES (?, ?)');
  // The newest threats are first; the rest follows in order.
  const newest = db.prepare(
    // The subquery chooses one event before the join, so that sorting does not read the pictures.
    `SELECT * FROM events LEFT JOIN frames USING (id) WHERE id = (
       SELECT id FROM events WHERE dead_because IS NULL AND id NOT IN (SELECT value FROM json_each(?))
       ORDER BY failures >= ${FAILURES_BEFORE_LAST}, urgent DESC, CASE WHEN urgent = 1 THEN -id ELSE id END LIMIT 1)`,
  );
  const oldestWithFrame = db.prepare('SELECT id, frame_bytes FROM events WHERE frame_bytes > 0 ORDER BY id LIMIT 1');
  const sum = db.prepare('SELECT COALESCE(SUM(frame_bytes), 0) FROM events').pluck();
  let frameBytes = sum.get() as number;

  function dropOldestFrame(): boolean {
    const oldest = oldestWithFrame.get() as { id: number; frame_bytes: number } | undefined;
    if (!oldest) return false;
    db.prepare('DELETE FROM frames WHERE id = ?').run(oldest.id);
    db.prepare('UPDATE events SET frame_bytes = 0 WHERE id = ?').run(oldest.id);
    frameBytes -= oldest.frame_bytes;
    return true;
  }

  function addEvent({ eventId, threatLevel, report, frame }: Event) {
    const bytes = frame?.length ?? 0;
    if (bytes <= maxFrameBytes) while (frameBytes + bytes > maxFrameBytes && dropOldestFrame());
    const keepsFrame = frame !== null && frameBytes + bytes <= maxFrameBytes;
    const urgent = isUrgent({ threatLevel }) ? 1 : 0;
    const { lastInsertRowid, changes } = insert.run(eventId, urgent, Date.now(), keepsFrame ? bytes : 0, report);
    if (changes === 0 || !keepsFrame) return;
    insertFrame.run(lastInsertRowid, frame);
    frameBytes += bytes;
  }

  const saveReportedTracks = (tracks: readonly ReportedTrack[]) => void insertTracks.run(JSON.stringify(tracks));

  const add = db.transaction(({ events, reportedTracks }: Batch) => {
    for (const event of events) addEvent(event);
    saveReportedTracks(reportedTracks);
  });

  const toWaiting = (row: Row): Waiting => {
    return { id: row.id, eventId: row.event_id, report: row.report, frame: row.jpeg, queuedAt: row.queued_at };
  };

  return {
    add: (batch: Batch) => {
      try {
        add(batch);
      } finally {
        // `addEvent` changes the sum even when the transaction is rolled back.
        frameBytes = sum.get() as number;
      }
    },
    next: (except: Pick<ReadonlyMap<number, unknown>, 'keys'> = new Map()): Waiting | null => {
      const row = newest.get(JSON.stringify([...except.keys()])) as Row | undefined;
      return row ? toWaiting(row) : null;
    },
    delivered: (id: number) => {
      db.prepare('DELETE FROM events WHERE id = ?').run(id);
      frameBytes = sum.get() as number;
    },
    failed: (id: number) => void db.prepare('UPDATE events SET failures = failures + 1 WHERE id = ?').run(id),
    moveToDeadLetters: (id: number, reason: string) =>
      void db.prepare('UPDATE events SET dead_because = ? WHERE id = ?').run(reason, id),
    /** Queues the dead letters again. @returns their number */
    retry: () =>
      db.prepare('UPDATE events SET dead_because = NULL, failures = 0 WHERE dead_because IS NOT NULL').run().changes,
    deadLetters: (): DeadLetter[] => {
      const rows = db.prepare('SELECT * FROM events WHERE dead_because IS NOT NULL ORDER BY id').all() as Row[];
      return rows.map((row) => ({ ...toWaiting(row), reason: row.dead_because }));
    },
    state: (): OutboxState => {
      const row = db
        .prepare(
          `SELECT COUNT(*) FILTER (WHERE dead_because IS NULL) AS waiting, MIN(queued_at) FILTER (WHERE dead_because IS NULL) AS oldestAt,
           COUNT(dead_because) AS dead FROM events`,
        )
        .get() as Omit<OutboxState, 'frameBytes'>;
      return { ...row, frameBytes };
    },
    saveReportedTracks,
    reportedTracks: (): ReportedTrack[] => {
      const tracks = db.prepare('SELECT tracks FROM remembered').pluck().get() as string | undefined;
      return tracks === undefined ? [] : (JSON.parse(tracks) as ReportedTrack[]);
    },
    close: () => db.close(),
  };
}
