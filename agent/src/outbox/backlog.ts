import { log } from '../log.ts';
import type { Batch, Outbox } from './outbox.ts';

const AGAIN_MS = 1_000;

export type Backlog = ReturnType<typeof createBacklog>;

/** Puts reports into the outbox, and holds those in memory that a full or broken disk does not take, until it does. */
export function createBacklog(outbox: Outbox, onAdded: () => void) {
  const held: Batch[] = [];
  let told = false;

  function tryAdd(batch: Batch): boolean {
    const withoutFrames = { ...batch, events: batch.events.map((event) => ({ ...event, frame: null })) };
    for (const attempt of [batch, withoutFrames]) {
      try {
        outbox.add(attempt);
        return true;
      } catch (error) {
        if (!told) log(`THE OUTBOX CANNOT BE WRITTEN (${String(error)}). Reports are held in memory until it can.`);
        told = true;
      }
    }
    return false;
  }

  function drain() {
    while (held[0] && tryAdd(held[0])) held.shift();
    if (held.length === 0 && told) {
      told = false;
      log('The outbox can be written again.');
    }
    onAdded();
  }

  const again = setInterval(() => {
    if (held.length > 0) drain();
  }, AGAIN_MS);
  return {
    add: (batch: Batch) => {
      held.push(batch);
      drain();
    },
    /** Reports that are not on disk yet. */
    size: () => held.reduce((sum, { events }) => sum + events.length, 0),
    stop: () => clearInterval(again),
  };
}
