import { REPORTS_CHANNEL } from '../db/channels.ts';
import type { OtherServers } from '../db/other-servers.ts';
import { tokenBuckets } from '../http/token-buckets.ts';
import { SLOTS } from '../writer/server-slot.ts';

export type DeviceRates = {
  /** Lets the device report once. Returns 0, or the seconds until it may, when nothing is counted. */
  take: (id: string) => number;
  /** The same without counting. */
  wait: (id: string) => number;
  /** 0: no limit. */
  perSecond: number;
  stop: () => void;
};

type Parts = { others: OtherServers; elapsed: () => number; reportsPerSecond: number };

const TELL_MS = 100;
/** A message of PostgreSQL is shorter than 8000 bytes. */
const DEVICES_PER_MESSAGE = 250;

/**
 * One second's worth of reports, then so many a second. Each server lets pass what its own bucket holds, tells the others
 * what it let pass, and takes from its bucket what they tell: no report waits for another server, and what they let pass
 * too much before they heard of each other is taken off later.
 */
export function deviceRates({ others, elapsed, reportsPerSecond }: Parts): DeviceRates {
  const buckets = tokenBuckets({ capacity: reportsPerSecond, perSecond: reportsPerSecond, elapsed });
  // A device that reports less than this to each of as many servers as there can be is within its rate without anybody knowing.
  const share = reportsPerSecond / SLOTS;
  const untoldShare = tokenBuckets({ capacity: Math.max(1, share), perSecond: share, elapsed });
  let untold = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  others.on(REPORTS_CHANNEL, {
    hear(payload) {
      for (const entry of payload.split(' ')) {
        const [id = '', count] = entry.split('=');
        buckets.spend(id, Number(count));
      }
    },
  });

  function note(id: string): void {
    if (!others.exist || untoldShare.take(id) === 0) return;
    untold.set(id, (untold.get(id) ?? 0) + 1);
    timer ??= setTimeout(tell, TELL_MS);
  }

  function tell(): void {
    timer = undefined;
    const entries = [...untold].map(([id, count]) => `${id}=${count}`);
    untold = new Map();
    for (let start = 0; start < entries.length; start += DEVICES_PER_MESSAGE) {
      const message = entries.slice(start, start + DEVICES_PER_MESSAGE).join(' ');
      // Lost with the connection; the buckets are full again before it could matter.
      others.tell(REPORTS_CHANNEL, message).catch(() => {});
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
