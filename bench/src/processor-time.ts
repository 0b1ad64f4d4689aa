import { readFileSync } from 'node:fs';

// proc(5): utime and stime are in clock ticks, and Linux has told programs 100 a second for decades.
const TICK_MICROSECONDS = 10_000;

/** Microseconds that all threads of a process have run, as process.cpuUsage() would say in it. Linux only. */
export function processorTime(pid: number): number {
  const [user = 0, system = 0] = timesOf(pid);
  return (user + system) * TICK_MICROSECONDS;
}

/** The same for a process and all its children, those that have ended and been waited for too: a PostgreSQL server, say. */
export function processorTimeOfFamily(pid: number): number {
  const ticks = timesOf(pid).reduce((sum, part) => sum + part, 0);
  return childrenOf(pid)
    .map(timeIfThere)
    .reduce((sum, part) => sum + part, ticks * TICK_MICROSECONDS);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** A child may end between being listed and being looked at; then it is in its parent's next figure. */
function timeIfThere(pid: number): number {
  try {
    return processorTime(pid);
  } catch {
    return 0;
  }
}

/** In ticks: user and system of the process itself, then of its children that have ended. */
function timesOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold anything; the fields behind it are numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map(Number);
}

/** Megabytes of memory that a process holds right now. */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

/** The same for a process and its children. */
export function residentMemoryOfFamily(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => {
    try {
      return sum + residentMemory(child);
    } catch {
      // It has ended in between.
      return sum;
    }
  }, residentMemory(pid));
}
