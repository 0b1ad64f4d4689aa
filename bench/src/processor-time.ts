import { readFileSync } from 'node:fs';

// proc(5): utime and stime are in clock ticks, of which Linux has 100 a second.
const TICK_MICROSECONDS = 10_000;

/** The processor time of all threads of a process in microseconds, like process.cpuUsage(). Linux only. */
export function processorTime(pid: number): number {
  const [user = 0, system = 0] = timesOf(pid);
  return (user + system) * TICK_MICROSECONDS;
}

/** The same for a process and all its children, including ended ones, for example a PostgreSQL server. */
export function processorTimeOfFamily(pid: number): number {
  const ticks = timesOf(pid).reduce((sum, part) => sum + part, 0);
  return childrenOf(pid)
    .map(timeIfThere)
    .reduce((sum, part) => sum + part, ticks * TICK_MICROSECONDS);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** A child may end after it was listed; its parent's next figure then includes it. */
function timeIfThere(pid: number): number {
  try {
    return processorTime(pid);
  } catch {
    return 0;
  }
}

/** User and system time in ticks: of the process, then of its ended children. */
function timesOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain any character; the fields after it are numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map(Number);
}

/** The resident memory of a process in megabytes. */
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
      // The process has ended since it was listed.
      return sum;
    }
  }, residentMemory(pid));
}

/** The processor time in microseconds of all children of this process that have ended, and of theirs. */
export function processorTimeOfEndedChildren(): number {
  const [, , user = 0, system = 0] = timesOf(process.pid);
  return (user + system) * TICK_MICROSECONDS;
}
