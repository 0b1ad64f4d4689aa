import { openOutbox } from '../outbox/outbox.ts';
import type { Settings } from '../settings/settings.ts';

/** Prints the number and age of the waiting reports, and the dead letters; `outbox retry` queues the dead letters again. */
export async function showOutbox(settings: Settings, [verb]: readonly string[]): Promise<number> {
  if (verb !== undefined && verb !== 'retry') {
    console.error('The only verb is retry: npm run agent -- outbox retry --outbox <folder>');
    return 1;
  }
  const outbox = openOutbox(settings.outbox, { maxFrameBytes: Number.MAX_SAFE_INTEGER });
  try {
    if (verb === 'retry') console.log(`${outbox.retry()} dead letters are put back; the agent sends them.`);
    const { waiting, oldestAt, frameBytes, dead } = outbox.state();
    const age = oldestAt === null ? '' : `, the oldest for ${Math.round((Date.now() - oldestAt) / 1_000)} s`;
    console.log(`${waiting} reports wait${age}; ${(frameBytes / 1024 / 1024).toFixed(1)} MB of pictures.`);
    console.log(`${dead} dead letters${dead > 0 ? ' (outbox retry puts them back):' : '.'}`);
    for (const { eventId, reason } of outbox.deadLetters()) console.log(`  ${eventId}  ${reason}`);
    return 0;
  } finally {
    outbox.close();
  }
}
