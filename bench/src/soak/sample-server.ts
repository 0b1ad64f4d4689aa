import { readdirSync } from 'node:fs';
import { residentMemory } from '../processor-time.ts';
import type { ChildServer } from '../servers/child-server.ts';
import { median } from './slope.ts';

const SAMPLE_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
/** The number of points per minute, each the median of its samples. */
export const PER_MINUTE = 6;

export type Sample = {
  /** Minutes since the load began. */
  minutes: number;
  /** Megabytes. */
  memory: number;
  /** Used JavaScript heap in megabytes, including garbage that is not collected yet. */
  heap: number;
  /** Open file descriptors. */
  handles: number;
  /** The 90th percentile of the event loop's 10 ms sampling interval in the last second, in milliseconds. */
  loopDelay: number;
};

/** Samples a server every second until it is stopped. */
export function sampleServer(server: ChildServer): { samples: Sample[]; stop: () => void } {
  const start = performance.now();
  const samples: Sample[] = [];
  const timer = setInterval(async () => {
    const metrics = await readMetrics(server).catch(() => undefined);
    if (metrics === undefined || server.ended.aborted) return;
    const minutes = (performance.now() - start) / MINUTE_MS;
    const handles = readdirSync(`/proc/${server.pid}/fd`).length;
    samples.push({ minutes, memory: residentMemory(server.pid), handles, ...metrics });
  }, SAMPLE_EVERY_MS);
  return { samples, stop: () => clearInterval(timer) };
}

/** Reads the server's metrics; each read resets the histogram of its event loop. */
async function readMetrics({ url }: ChildServer): Promise<Pick<Sample, 'heap' | 'loopDelay'>> {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(SAMPLE_EVERY_MS) });
  const page = await answer.text();
  const figure = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1];
    if (value === undefined) throw new Error(`/metrics has no ${name}`);
    return Number(value);
  };
  return {
    heap: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    loopDelay: figure('nodejs_eventloop_lag_p90_seconds') * 1_000,
  };
}

/** The medians of every ten seconds: single samples depend on garbage collection. */
export function levels<Figure extends string>(
  samples: readonly Readonly<Record<Figure | 'minutes', number>>[],
  figure: Figure,
): { x: number; y: number }[] {
  const groups = new Map<number, Readonly<Record<Figure | 'minutes', number>>[]>();
  for (const sample of samples) {
    const group = Math.floor(sample.minutes * PER_MINUTE);
    groups.set(group, [...(groups.get(group) ?? []), sample]);
  }
  return [...groups].map(([group, members]) => ({
    x: (group + 0.5) / PER_MINUTE,
    y: median(members.map((member) => member[figure])),
  }));
}
