import { performance } from 'node:perf_hooks';

/** Elapsed milliseconds, and the CPU milliseconds of this process. */
export type Lap = { ms: number; cpuMs: number };

/** @returns a function that measures the time since its last call */
export function startStopwatch(): () => Lap {
  let at = performance.now();
  let cpu = process.cpuUsage();
  return () => {
    const [now, used] = [performance.now(), process.cpuUsage()];
    const lap = { ms: now - at, cpuMs: (used.user - cpu.user + used.system - cpu.system) / 1_000 };
    [at, cpu] = [now, used];
    return lap;
  };
}
