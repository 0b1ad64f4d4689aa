import type { Bench } from '../bench.ts';
import { frameBatches } from './frames/frame-batches.ts';
import { frameReads } from './frames/frame-reads.ts';

/** Measures storing frames without HTTP, and reading them over HTTP. */
export const frames: Bench = async (options) => {
  const writing = await frameBatches(options);
  const reading = await frameReads(options);
  return { tables: [...writing.tables, ...reading.tables], checks: [...writing.checks, ...reading.checks] };
};
