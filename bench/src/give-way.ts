import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** From now on a process works in the time that others leave. Linux only, where each thread has a priority of its own. */
export function giveWay(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), constants.priority.PRIORITY_LOW);
}
