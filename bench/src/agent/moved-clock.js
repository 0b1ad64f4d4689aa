// Preloaded into the agent. It moves the agent's clock ahead by the milliseconds in the file that MOVED_CLOCK names.
import { readFileSync } from 'node:fs';

const file = process.env.MOVED_CLOCK ?? '';
let offsetMs = 0;
let readAt = Number.NEGATIVE_INFINITY;
const RealDate = globalThis.Date;
const READ_INTERVAL_MS = 50;

function now() {
  if (performance.now() - readAt > READ_INTERVAL_MS) {
    readAt = performance.now();
    offsetMs = Number(readFileSync(file, 'utf8'));
  }
  return RealDate.now() + offsetMs;
}

globalThis.Date = class extends RealDate {
  static now = now;

  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }
};
