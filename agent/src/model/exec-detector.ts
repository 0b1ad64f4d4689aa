import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Picture } from '../camera/frame.ts';
import type { Detector } from './detector.ts';
import { type DetectedObject, within } from './objects.ts';
import { startStopwatch } from './stopwatch.ts';

const ANSWER_LIMIT_MS = 10_000;

type Answer = { boxes: { class: string | number; score: number; box: [number, number, number, number] }[] };

/**
 * Runs a detector as another program, for example on an accelerator. For each frame the program reads from stdin a line
 * `{"width":…,"height":…,"bytes":…}` and that many bytes of RGB, and writes one line to stdout:
 * `{"boxes":[{"class":"pistol","score":0.9,"box":[left,top,right,bottom]}]}` in pixels of the frame.
 */
export function openExec({
  command,
  classNames,
  minScore,
}: {
  command: string;
  classNames: readonly string[];
  minScore: number;
}): Detector {
  const child = spawn('sh', ['-c', `exec ${command}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout });
  let waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | undefined;
  let broken: Error | undefined;
  const fail = (error: Error) => {
    broken ??= error;
    waiting?.reject(broken);
  };
  child.once('error', fail);
  child.once('close', (code) => fail(new Error(`The detector program ended with ${code}`)));
  child.stdin.on('error', () => undefined);
  answers.on('line', (line) => waiting?.resolve(line));

  function ask({ width, height, pixels }: Picture): Promise<string> {
    if (broken) return Promise.reject(broken);
    return new Promise<string>((resolve, reject) => {
      const limit = setTimeout(() => {
        fail(new Error(`The detector program did not answer within ${ANSWER_LIMIT_MS / 1_000} s`));
        child.kill('SIGKILL');
      }, ANSWER_LIMIT_MS);
      waiting = {
        resolve: (line) => {
          clearTimeout(limit);
          waiting = undefined;
          resolve(line);
        },
        reject: (error) => {
          clearTimeout(limit);
          reject(error);
        },
      };
      child.stdin.write(`${JSON.stringify({ width, height, bytes: pixels.length })}\n`);
      child.stdin.write(pixels);
    });
  }

  return {
    name: path.basename(command.trim().split(/\s+/)[0] ?? '') || 'exec',
    sha256: createHash('sha256').update(command).digest('hex'),
    classNames,
    describe: () => [`program ${command}; classes ${classNames.join(', ')}`],
    detect: async (picture) => {
      const lap = startStopwatch();
      const line = await ask(picture);
      const found = readAnswer(line, classNames)
        .filter(({ score }) => score >= minScore)
        .map((it) => ({ ...it, box: within(it.box, picture) }));
      return { found, timings: { prepare: { ms: 0, cpuMs: 0 }, infer: lap(), decode: { ms: 0, cpuMs: 0 } } };
    },
    close: async () => {
      child.stdin.end();
      child.kill();
    },
  };
}

export function readAnswer(line: string, classNames: readonly string[]): DetectedObject[] {
  const { boxes } = JSON.parse(line) as Answer;
  if (!Array.isArray(boxes)) throw new Error('The detector program answered no boxes');
  return boxes.map(({ class: named, score, box }) => {
    const classId = typeof named === 'number' ? named : classNames.indexOf(named);
    const [left, top, right, bottom] = box;
    if (![classId, score, left, top, right, bottom].every(Number.isFinite) || classId < 0) {
      throw new Error(
        `The detector program answered an invalid box, or a class that is not listed: ${line.slice(0, 200)}`,
      );
    }
    return { classId, score, box: { left, top, right, bottom } };
  });
}
