import { EVENTS_CHANNEL } from '../db/channels.ts';
import type { OtherServers } from '../db/other-servers.ts';
import type { EventLogFollower } from './event-log-follower.ts';

/**
 * What this server commits itself is told here too, about when its own writer tells the tail. Waiting a moment for that
 * spares reading the log for it.
 */
const OWN_COMMIT_MS = 10;

/** Rings the tail when another server has committed events, and when one may have. Returns how to end it. */
export function ringForOthers(
  others: OtherServers,
  follower: Pick<EventLogFollower, 'position' | 'noteRemoteCommit' | 'wake'>,
): () => void {
  let newest = 0;
  let waiting: NodeJS.Timeout | undefined;
  others.on(EVENTS_CHANNEL, {
    hear(payload) {
      newest = Math.max(newest, Number(payload));
      if (newest <= follower.position()) return;
      waiting ??= setTimeout(() => {
        waiting = undefined;
        follower.noteRemoteCommit(newest);
      }, OWN_COMMIT_MS);
    },
    resume: follower.wake,
  });
  return () => clearTimeout(waiting);
}
