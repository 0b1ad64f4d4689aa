import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { redact } from '../log.ts';
import type { Picture } from './frame.ts';
import { pictureReader } from './picture-reader.ts';
import type { PixelPool } from './pixel-pool.ts';
import { programOf, type Source } from './source.ts';

export type StreamFacts = { codec: string; width: number; height: number; fps: number };
export type Ended = { code: number | null; reason: string };

/** A running program that decodes the source. */
export type Player = {
  ended: Promise<Ended>;
  facts: () => StreamFacts | undefined;
  /** Stops reading pictures until `resume`, so that the program blocks on its full pipe. */
  pause: () => void;
  resume: () => void;
  kill: (reason: string) => void;
};

const ERROR_LINES = 3;

export function startPlayer(
  source: Source,
  onPicture: (picture: Picture, readAt: number) => void,
  { fps = 0, pool }: { fps?: number; pool?: PixelPool } = {},
): Player {
  const { command, args, stdin } = programOf(source, { fps });
  // The program gets its own process group, so that `kill` also ends the children of a shell.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  child.stdin.on('error', () => {
    // The program ended before it read its input; its output contains the reason.
  });
  child.stdin.end(stdin);
  const lines: string[] = [];
  let facts: StreamFacts | undefined;
  let killReason: string | undefined;

  function kill(reason: string) {
    killReason ??= reason;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }

  const read = pictureReader((picture) => onPicture(picture, performance.now()), {
    rawSize: source.size,
    ...(pool && { pool }),
  });
  child.stdout.on('data', (chunk: Buffer) => {
    if (killReason !== undefined) return;
    try {
      read(chunk);
    } catch (error) {
      kill(error instanceof Error ? error.message : String(error));
    }
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.trim() === '') return;
    facts ??= factsIn(line);
    lines.push(redact(line.trim().replace(/ @ 0x[0-9a-f]+\]/, ']')));
    if (lines.length > ERROR_LINES) lines.shift();
  });

  const ended = new Promise<Ended>((resolve) => {
    child.once('error', (error) => resolve({ code: 1, reason: redact(error.message) }));
    child.once('close', (code) => {
      resolve({ code, reason: killReason ?? (code === 0 ? 'the stream is over' : lines.join(' | ')) });
    });
  });
  return { ended, facts: () => facts, pause: () => child.stdout.pause(), resume: () => child.stdout.resume(), kill };
}

/** Properties of the opened stream, from ffmpeg's output. */
export function factsIn(line: string): StreamFacts | undefined {
  const match = /Video: (\w+).*?, (\d{2,5})x(\d{2,5})[, [](?:.*?([\d.]+) (?:fps|tbr))?/.exec(line);
  if (!match) return undefined;
  return { codec: match[1] ?? '', width: Number(match[2]), height: Number(match[3]), fps: Number(match[4] ?? 0) };
}
