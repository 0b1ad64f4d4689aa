import { once } from 'node:events';
import { forkTypeScript } from '../fork-typescript.ts';

export type RunningServer = { port: number; pid: number; stop: () => Promise<void> };

const REFERENCES = {
  'answer-without-storing': '../references/answer-without-storing.ts',
  'commit-per-request': '../references/commit-per-request.ts',
  'drain-body': '../references/drain-body.ts',
  'sync-before-answer': '../references/sync-before-answer.ts',
  'bare-stream': '../references/bare-stream.ts',
  'bare-buffer': '../references/bare-buffer.ts',
  'fastify-buffer': '../references/fastify-buffer.ts',
  'fastify-segments': '../references/fastify-segments.ts',
} as const;
export type Reference = keyof typeof REFERENCES;

/** Starts a reference server in a separate process. */
export async function startReference(reference: Reference, ...args: string[]): Promise<RunningServer> {
  const child = forkTypeScript(new URL(REFERENCES[reference], import.meta.url), args);
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
