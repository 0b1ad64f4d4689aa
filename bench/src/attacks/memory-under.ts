import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../bench.ts';
import { residentMemoryOfFamily } from '../processor-time.ts';

const SAMPLE_EVERY_MS = 100;
/** The maximum time after an attack until a server is back at its level. */
const RECOVERY_MS = 30_000;
/** The maximum resident memory of a server during an attack, in megabytes. */
const MEMORY_LIMIT_MB = 400;
/** A server is back at its level within this much of its previous memory, in megabytes. */
const RECOVERED_WITHIN_MB = 60;

export type MemoryUnderAttack = {
  /** Megabytes. */
  before: number;
  peak: number;
  after: number;
};

/**
 * Samples the resident memory of a server and the processes it has started while it is attacked and afterwards, until it is back at its level or 30 s have passed.
 * @param attack resolves when the attack is over and its connections are closed
 */
export async function memoryUnder(pid: number, attack: () => Promise<unknown>): Promise<MemoryUnderAttack> {
  const before = residentMemoryOfFamily(pid);
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentMemoryOfFamily(pid));
  }, SAMPLE_EVERY_MS);
  try {
    await attack();
  } finally {
    clearInterval(sampler);
  }
  const deadline = performance.now() + RECOVERY_MS;
  let after = residentMemoryOfFamily(pid);
  while (after > before + RECOVERED_WITHIN_MB && performance.now() < deadline) {
    await sleep(SAMPLE_EVERY_MS);
    after = residentMemoryOfFamily(pid);
  }
  return { before, peak: Math.max(peak, after), after };
}

export function memoryChecks(attack: string, { before, peak, after }: MemoryUnderAttack): Check[] {
  const check = { unit: 'MB', bound: 'at most' } as const;
  return [
    { ...check, what: `${attack}: resident memory at most`, measured: peak, target: MEMORY_LIMIT_MB },
    { ...check, what: `${attack}: growth 30 s later`, measured: after - before, target: RECOVERED_WITHIN_MB },
  ];
}
