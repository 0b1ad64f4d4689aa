import { log } from '../log.ts';
import type { Outbox } from './outbox.ts';

type Event = Parameters<Outbox['add']>[0];

const AGAIN_MS = 1_000;

/** Puts reports into the outbox, and holds those in memory that a full or broken disk does not take, until it does. */
export function createBacklog(outbox: Outbox, onAdded: () => void) {
  const held: Event[] = [];
  let told = false;

  function tryAdd(event: Event): boolean {
    for (const attempt of [event, { ...event, frame: null }]) {
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
    add: (event: Event) => {
      held.push(event);
      drain();
    },
    size: () => held.length,
    stop: () => clearInterval(again),
  };
}
