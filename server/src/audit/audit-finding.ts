import type { AuditRow } from './audit.store.ts';

/** What is wrong with the log, and where. */
export type AuditFinding = {
  /** `swapped`: what stands here was written as number `to`. */
  problem: 'changed' | 'missing' | 'swapped' | 'added';
  chain: string;
  seq: number;
  /** Of several missing rows the last number. */
  to?: number;
  /** The row that stands there; null when none does. */
  row: AuditRow | null;
};
