import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** The shape of the machine that figures were taken on: they mean nothing without it. */
export function machineShape(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${model}), ${memory} GB, ${type()} ${release()}, Node.js ${process.versions.node}`;
}
