import { log } from '../log.ts';
import { type Batch, type Event, isUrgent, type Outbox, type Queue, type Waiting } from './outbox.ts';

const RETRY_MS = 1_000;
/** Above this the oldest pictures in memory are dropped, but no event. */
const HELD_FRAMES_MAX_BYTES = 64 * 1024 * 1024;
/** After so many server errors a held report waits until the disk can store it. */
const MAX_FAILURES = 5;

type Held = { id: number; event: Event; reportedTracks: Batch['reportedTracks']; queuedAt: number; failures: number };
type Disk = Pick<Outbox, 'add' | 'saveReportedTracks' | 'state'> & Queue;

export type Backlog = ReturnType<typeof createBacklog>;

/**
 * Puts reports into the outbox. While the disk cannot be written, it holds new reports and pending changes of stored ones in
 * memory, and sends the held reports from there.
 */
export function createBacklog(outbox: Disk, onAdded: () => void) {
  /** In the order in which they were added; their ids are negative. */
  let held: Held[] = [];
  let heldCount = 0;
  /** Changes of stored reports that could not be written yet; these reports are not sent again. */
  const pendingChanges = new Map<number, () => unknown>();
  let latestTracks: Batch['reportedTracks'] = [];
  let isDiskFailing = false;

  function tryChange(change: () => unknown): boolean {
    try {
      change();
      return true;
    } catch (error) {
      if (!isDiskFailing)
        log(`THE OUTBOX CANNOT BE WRITTEN (${String(error)}). Reports are held in memory until it can.`);
      isDiskFailing = true;
      return false;
    }
  }

  function tryAdd(batch: Batch): boolean {
    const withoutFrames = { ...batch, events: batch.events.map((event) => ({ ...event, frame: null })) };
    return [batch, withoutFrames].some((it) => tryChange(() => outbox.add(it)));
  }

  function hold({ events, reportedTracks }: Batch) {
    for (const event of events) {
      held.push({ id: -++heldCount, event, reportedTracks, queuedAt: Date.now(), failures: 0 });
    }
    let bytes = held.reduce((sum, { event }) => sum + (event.frame?.length ?? 0), 0);
    for (const it of held) {
      if (bytes <= HELD_FRAMES_MAX_BYTES) return;
      bytes -= it.event.frame?.length ?? 0;
      it.event = { ...it.event, frame: null };
    }
  }

  function drain() {
    for (const [id, change] of pendingChanges) {
      if (!tryChange(change)) return;
      pendingChanges.delete(id);
    }
    for (let first = held[0]; first; first = held[0]) {
      if (!tryAdd({ events: [first.event], reportedTracks: first.reportedTracks })) return;
      held.shift();
    }
    if (!tryChange(() => outbox.saveReportedTracks(latestTracks))) return;
    isDiskFailing = false;
    log('The outbox can be written again.');
  }

  const retryTimer = setInterval(() => {
    if (isDiskFailing) drain();
    if (isDiskFailing) onAdded();
  }, RETRY_MS);

  function changeOnDisk(id: number, change: () => unknown) {
    if (!tryChange(change)) pendingChanges.set(id, change);
  }

  function nextHeld(): Waiting | null {
    const sendable = held.filter(({ failures }) => failures < MAX_FAILURES);
    const chosen = sendable.findLast(({ event }) => isUrgent(event)) ?? sendable[0];
    if (!chosen) return null;
    const { id, event, queuedAt } = chosen;
    return { id, eventId: event.eventId, report: event.report, frame: event.frame, queuedAt };
  }

  return {
    add: (batch: Batch) => {
      latestTracks = batch.reportedTracks;
      if (isDiskFailing || !tryAdd(batch)) hold(batch);
      onAdded();
    },
    next: () => nextHeld() ?? outbox.next(pendingChanges),
    delivered: (id: number) => {
      if (id < 0) held = held.filter((it) => it.id !== id);
      else changeOnDisk(id, () => outbox.delivered(id));
    },
    failed: (id: number) => {
      if (id >= 0) tryChange(() => outbox.failed(id));
      for (const it of held) if (it.id === id) it.failures++;
    },
    moveToDeadLetters: (id: number, reason: string) => {
      // A held report becomes a dead letter after the disk has stored it and the server has refused it again.
      for (const it of held) if (it.id === id) it.failures = MAX_FAILURES;
      if (id >= 0) changeOnDisk(id, () => outbox.moveToDeadLetters(id, reason));
    },
    /** The number of reports to send, on disk and in memory. */
    waiting: () => outbox.state().waiting - pendingChanges.size + held.length,
    stop: () => clearInterval(retryTimer),
  };
}
