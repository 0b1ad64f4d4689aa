import { performance } from 'node:perf_hooks';

/** Milliseconds that have passed, and those of them that processors worked for this process. */
export type Lap = { ms: number; cpuMs: number };

/** @returns what tells the time since it was asked last */
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
