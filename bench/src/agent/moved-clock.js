// Loaded into the agent before it starts: its clock is ahead by as many milliseconds as the file says that MOVED_CLOCK names.
import { readFileSync } from 'node:fs';

const file = process.env.MOVED_CLOCK ?? '';
let ahead = 0;
let readAt = Number.NEGATIVE_INFINITY;
const RealDate = globalThis.Date;
const READ_EVERY_MS = 50;

function now() {
  if (performance.now() - readAt > READ_EVERY_MS) {
    readAt = performance.now();
    ahead = Number(readFileSync(file, 'utf8'));
  }
  return RealDate.now() + ahead;
}

globalThis.Date = class extends RealDate {
  static now = now;

  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }
};
