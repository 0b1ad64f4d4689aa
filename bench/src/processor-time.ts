import { readFileSync } from 'node:fs';

// proc(5): utime and stime are in clock ticks, and Linux has told programs 100 a second for decades.
const TICK_MICROSECONDS = 10_000;

/** Microseconds that all threads of a process have run, as process.cpuUsage() would say in it. Linux only. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold anything; the fields behind it are numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) * TICK_MICROSECONDS;
}

/** Megabytes of memory that a process holds right now. */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}
