import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Gives all threads of a process the lowest priority. Linux only, where each thread has its own priority. */
export function giveWay(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), constants.priority.PRIORITY_LOW);
}
