import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** Describes the machine on which the figures were measured. */
export function machineShape(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${model}), ${memory} GB, ${type()} ${release()}, Node.js ${process.versions.node}`;
}
