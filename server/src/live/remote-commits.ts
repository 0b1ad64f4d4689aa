import { EVENTS_CHANNEL } from '../db/channels.ts';
import type { OtherServers } from '../db/other-servers.ts';
import type { EventLogFollower } from './event-log-follower.ts';

/**
 * This server receives the notifications of its own commits too, at about the time when its writer publishes them. Waiting
 * for the writer avoids a read of the log for them.
 */
const OWN_COMMIT_MS = 10;

/**
 * Passes commits of other servers on to the follower, and wakes it when notifications may have been lost.
 * @returns a function that cancels what is scheduled
 */
export function followRemoteCommits(
  others: OtherServers,
  follower: Pick<EventLogFollower, 'position' | 'noteRemoteCommit' | 'wake'>,
): () => void {
  let newest = 0;
  let timer: NodeJS.Timeout | undefined;
  others.on(EVENTS_CHANNEL, {
    onNotification(payload) {
      newest = Math.max(newest, Number(payload));
      if (newest <= follower.position()) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        follower.noteRemoteCommit(newest);
      }, OWN_COMMIT_MS);
    },
    onReconnected: follower.wake,
  });
  return () => clearTimeout(timer);
}
