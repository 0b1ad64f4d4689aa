import { REPORTS_CHANNEL } from '../db/channels.ts';
import type { OtherServers } from '../db/other-servers.ts';
import { tokenBuckets } from '../http/guards/token-buckets.ts';
import { SLOTS } from '../writer/thread/server-slot.ts';

export type DeviceRates = {
  /** Takes one report. Returns 0, or the seconds until the next report is allowed; nothing is taken then. */
  take: (id: string) => number;
  /** Returns what `take` would, without taking. */
  wait: (id: string) => number;
  /** 0: no limit. */
  perSecond: number;
  stop: () => void;
};

type Parts = { others: OtherServers; elapsed: () => number; reportsPerSecond: number };

const NOTIFY_MS = 100;
/** PostgreSQL limits a notification to less than 8000 bytes. */
const DEVICES_PER_MESSAGE = 250;

/**
 * A token bucket for each device, with one second's worth of reports as its capacity. Each server counts with its own
 * buckets, notifies the others of the reports that it accepted, and takes theirs from its buckets. So no report waits for
 * another server; the excess accepted before a notification arrives is taken off later.
 */
export function deviceRates({ others, elapsed, reportsPerSecond }: Parts): DeviceRates {
  const buckets = tokenBuckets({ capacity: reportsPerSecond, perSecond: reportsPerSecond, elapsed });
  // At this rate a device is within its limit even if it reports to every possible server, so none is notified.
  const share = reportsPerSecond / SLOTS;
  const unsentShare = tokenBuckets({ capacity: Math.max(1, share), perSecond: share, elapsed });
  let unsent = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  others.on(REPORTS_CHANNEL, {
    onNotification(payload) {
      for (const entry of payload.split(' ')) {
        const [id = '', count] = entry.split('=');
        buckets.spend(id, Number(count));
      }
    },
  });

  function note(id: string): void {
    if (!others.exist || unsentShare.take(id) === 0) return;
    unsent.set(id, (unsent.get(id) ?? 0) + 1);
    timer ??= setTimeout(notifyOthers, NOTIFY_MS);
  }

  function notifyOthers(): void {
    timer = undefined;
    const entries = [...unsent].map(([id, count]) => `${id}=${count}`);
    unsent = new Map();
    for (let start = 0; start < entries.length; start += DEVICES_PER_MESSAGE) {
      const message = entries.slice(start, start + DEVICES_PER_MESSAGE).join(' ');
      // A message is lost with the connection; the buckets refill before that matters.
      others.notify(REPORTS_CHANNEL, message).catch(() => {});
    }
  }

  return {
    perSecond: reportsPerSecond,
    take(id) {
      if (reportsPerSecond === 0) return 0;
      const seconds = buckets.take(id);
      if (seconds === 0) note(id);
      return seconds;
    },
    wait: buckets.wait,
    stop: () => clearTimeout(timer),
  };
}
