import { readdirSync } from 'node:fs';
import type { ChildServer } from '../child-server.ts';
import { residentMemory } from '../processor-time.ts';
import { median } from './slope.ts';

const SAMPLE_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
/** Levels in a minute. */
export const PER_MINUTE = 6;

export type Sample = {
  /** Since the load began. */
  minutes: number;
  /** Megabytes. */
  memory: number;
  /** Megabytes of objects that JavaScript holds or has not collected yet. */
  heap: number;
  /** Open files, sockets and the like. */
  handles: number;
  /** Milliseconds between two looks at the event loop that are 10 apart: nine in ten of the second before were at most this. */
  loopDelay: number;
};

/** Looks at a server every second until it is stopped. */
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

/** What the server says of itself; it starts the histogram of its event loop anew after each look. */
async function readMetrics({ url }: ChildServer): Promise<Pick<Sample, 'heap' | 'loopDelay'>> {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(SAMPLE_EVERY_MS) });
  const page = await answer.text();
  const figure = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1];
    if (value === undefined) throw new Error(`/metrics does not tell ${name}`);
    return Number(value);
  };
  return {
    heap: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    loopDelay: figure('nodejs_eventloop_lag_p90_seconds') * 1_000,
  };
}

/** The medians of each ten seconds: single samples depend on when garbage is collected. */
export function levels(samples: readonly Sample[], figure: keyof Sample): { x: number; y: number }[] {
  const groups = new Map<number, Sample[]>();
  for (const sample of samples) {
    const group = Math.floor(sample.minutes * PER_MINUTE);
    groups.set(group, [...(groups.get(group) ?? []), sample]);
  }
  return [...groups].map(([group, members]) => ({
    x: (group + 0.5) / PER_MINUTE,
    y: median(members.map((member) => member[figure])),
  }));
}
