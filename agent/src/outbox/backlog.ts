import { log } from '../log.ts';
import { type Batch, type Event, isUrgent, type Outbox, type Queue, type Waiting } from './outbox.ts';

const AGAIN_MS = 1_000;
/** Beyond this the oldest pictures in memory are dropped, never an event. */
const MOST_HELD_BYTES = 64 * 1024 * 1024;
/** A report that the server has failed at so often waits for the disk. */
const FAILURES_MOST = 5;

type Held = { id: number; event: Event; remembered: Batch['remembered']; queuedAt: number; failures: number };
type Disk = Pick<Outbox, 'add' | 'remember' | 'state'> & Queue;

export type Backlog = ReturnType<typeof createBacklog>;

/**
 * Puts reports into the outbox. Those that a full or broken disk does not take are held in memory and sent from there, and what
 * became of those on the disk is noted, until the disk can be written again.
 */
export function createBacklog(outbox: Disk, onAdded: () => void) {
  /** In the order in which they were made; their ids are negative. */
  let held: Held[] = [];
  let made = 0;
  /** Changes of reports on the disk that it has not taken; those reports are not sent again. */
  const undone = new Map<number, () => unknown>();
  let latest: Batch['remembered'] = [];
  let told = false;

  function hasChanged(change: () => unknown): boolean {
    try {
      change();
      return true;
    } catch (error) {
      if (!told) log(`THE OUTBOX CANNOT BE WRITTEN (${String(error)}). Reports are held in memory until it can.`);
      told = true;
      return false;
    }
  }

  function isAdded(batch: Batch): boolean {
    const withoutFrames = { ...batch, events: batch.events.map((event) => ({ ...event, frame: null })) };
    return [batch, withoutFrames].some((it) => hasChanged(() => outbox.add(it)));
  }

  function hold({ events, remembered }: Batch) {
    for (const event of events) {
      held.push({ id: -++made, event, remembered, queuedAt: Date.now(), failures: 0 });
    }
    let bytes = held.reduce((sum, { event }) => sum + (event.frame?.length ?? 0), 0);
    for (const it of held) {
      if (bytes <= MOST_HELD_BYTES) return;
      bytes -= it.event.frame?.length ?? 0;
      it.event = { ...it.event, frame: null };
    }
  }

  function drain() {
    for (const [id, change] of undone) {
      if (!hasChanged(change)) return;
      undone.delete(id);
    }
    for (let first = held[0]; first; first = held[0]) {
      if (!isAdded({ events: [first.event], remembered: first.remembered })) return;
      held.shift();
    }
    if (!hasChanged(() => outbox.remember(latest))) return;
    told = false;
    log('The outbox can be written again.');
  }

  const again = setInterval(() => {
    if (told) drain();
    if (told) onAdded();
  }, AGAIN_MS);

  function changeOnDisk(id: number, change: () => unknown) {
    if (!hasChanged(change)) undone.set(id, change);
  }

  function nextHeld(): Waiting | null {
    const sendable = held.filter(({ failures }) => failures < FAILURES_MOST);
    const chosen = sendable.findLast(({ event }) => isUrgent(event)) ?? sendable[0];
    if (!chosen) return null;
    const { id, event, queuedAt } = chosen;
    return { id, eventId: event.eventId, report: event.report, frame: event.frame, queuedAt };
  }

  return {
    add: (batch: Batch) => {
      latest = batch.remembered;
      if (told || !isAdded(batch)) hold(batch);
      onAdded();
    },
    next: () => nextHeld() ?? outbox.next(undone),
    delivered: (id: number) => {
      if (id < 0) held = held.filter((it) => it.id !== id);
      else changeOnDisk(id, () => outbox.delivered(id));
    },
    failed: (id: number) => {
      if (id >= 0) hasChanged(() => outbox.failed(id));
      for (const it of held) if (it.id === id) it.failures++;
    },
    bury: (id: number, reason: string) => {
      // It becomes a dead letter once the disk has taken it and the server refused it again.
      for (const it of held) if (it.id === id) it.failures = FAILURES_MOST;
      if (id >= 0) changeOnDisk(id, () => outbox.bury(id, reason));
    },
    /** Reports that are to be sent, on the disk and in memory. */
    waiting: () => outbox.state().waiting - undone.size + held.length,
    stop: () => clearInterval(again),
  };
}
