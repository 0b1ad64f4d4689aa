import type { Bench } from '../bench.ts';
import { frameBatches } from './frame-batches.ts';
import { frameReads } from './frame-reads.ts';

/** Storing frames below HTTP, and reading them through it. */
export const frames: Bench = async (options) => {
  const writing = await frameBatches(options);
  const reading = await frameReads(options);
  return { tables: [...writing.tables, ...reading.tables], checks: [...writing.checks, ...reading.checks] };
};
