import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { openOnnx } from '../../../../agent/src/model/onnx-detector.ts';
import { makeClip } from '../../../../agent/test/clips/make-clip.ts';
import { clipScene } from '../../../../agent/test/clips/scenes.ts';
import { fixture } from '../../../../agent/test/fixture.ts';
import { runArguments, startAgent } from '../../agent/agent-process.ts';
import { idleModel } from '../../agent/idle-model.ts';
import { randomYolov8n } from '../../agent/yolov8n.ts';
import type { Bench, BenchOptions } from '../../bench.ts';
import { processorTimeOfEndedChildren } from '../../processor-time.ts';
import { median } from '../../quantiles.ts';

const SHORT_FRAMES = 60;
/** An unused port: the agent reports nothing and its heartbeats fail. */
const NO_SERVER = 'http://127.0.0.1:9';

/**
 * Measures the cost of a 720p frame: the difference between playing a long and a short clip, which excludes the start of the program.
 */
export const cost: Bench = async (options) => {
  const { folder, progress } = options;
  const models = { idle: path.join(folder, 'idle.onnx'), yolov8n: path.join(folder, 'yolov8n.onnx') };
  writeFileSync(models.idle, idleModel());
  const { file, parameters, operations } = randomYolov8n();
  writeFileSync(models.yolov8n, file);
  const clips = { clip: path.join(folder, 'clip'), stream: path.join(folder, 'stream') };
  for (const clip of Object.values(clips)) mkdirSync(clip);
  await shorten(fixture('clip.mp4'), path.join(clips.clip, '1.mp4'));
  await makeClip({ ...clipScene, frames: SHORT_FRAMES }, path.join(clips.stream, '1.mp4'));
  const idle = (clip: string) => playThrough(options, { clip, model: models.idle });
  const net = (clip: string) => playThrough(options, { clip, model: models.yolov8n });
  const measurements = {
    decodingClip: () => perFrame(clips.clip, 15, decodeToNull),
    idleClip: () => perFrame(clips.clip, 15, idle),
    decodingStream: () => perFrame(clips.stream, 15, decodeToNull),
    idleStream: () => perFrame(clips.stream, 15, idle),
    alone: () => modelAlone(models.yolov8n),
    net: () => perFrame(clips.clip, 4, net),
  };
  const rounds = Array.from({ length: options.rounds }, () => ({ ...noTimes }));
  for (const times of rounds) {
    for (const [name, measure] of Object.entries(measurements)) times[name as Name] = await measure();
    progress(
      Object.entries(times)
        .map(([name, { cpu }]) => `${name} ${cpu.toFixed(1)} ms`)
        .join(', '),
    );
  }
  const cpu = (name: Name) => median(rounds.map((times) => times[name].cpu));
  const wall = median(rounds.map(({ net }) => net.wall));
  const size = `${(parameters / 1e6).toFixed(2)} M parameters, ${(operations / 1e9).toFixed(2)} GFLOP`;
  const row = (name: string, of: Name, reference: Name) => [name, cpu(of), cpu(of) / cpu(reference), 1_000 / cpu(of)];
  return {
    tables: [
      {
        title: `Processor time per 1280 x 720 frame, every frame of a file; the net has YOLOv8n's graph at 640 with random weights (${size})`,
        columns: ['', 'CPU ms per frame', '× of the reference', 'frames per second of one core'],
        rows: [
          row('the clip: ffmpeg alone, decoding to null', 'decodingClip', 'decodingClip'),
          row('the clip: agent and ffmpeg, everything but inference', 'idleClip', 'decodingClip'),
          row('4 Mbit/s: ffmpeg alone, decoding to null', 'decodingStream', 'decodingStream'),
          row('4 Mbit/s: agent and ffmpeg, everything but inference', 'idleStream', 'decodingStream'),
          row('the net alone on one picture in memory, one thread', 'alone', 'alone'),
          row('the clip: agent and ffmpeg with the net, one thread', 'net', 'alone'),
        ],
      },
    ],
    checks: [
      {
        ...{ what: 'Everything but inference, CPU per 720p frame of the clip', measured: cpu('idleClip'), unit: 'ms' },
        ...{ target: 15, bound: 'at most' },
      },
      {
        ...{
          what: 'Everything but inference, CPU per 720p frame of 4 Mbit/s',
          measured: cpu('idleStream'),
          unit: 'ms',
        },
        ...{ target: 15, bound: 'at most' },
      },
      {
        ...{
          what: "A net of YOLOv8n's size at 640: frames per second of one core's time",
          measured: 1_000 / cpu('net'),
        },
        ...{ unit: '', target: 5, bound: 'at least' },
      },
      {
        ...{ what: 'The same by elapsed time', measured: 1_000 / wall, unit: '' },
        ...{ target: 5, bound: 'at least' },
      },
    ],
  };
};

type Name = 'decodingClip' | 'idleClip' | 'decodingStream' | 'idleStream' | 'alone' | 'net';
const nothing = { cpu: 0, wall: 0 };
const noTimes: Record<Name, Spent> = {
  ...{
    decodingClip: nothing,
    idleClip: nothing,
    decodingStream: nothing,
    idleStream: nothing,
    alone: nothing,
    net: nothing,
  },
};

type Spent = { cpu: number; wall: number };

/** Milliseconds per frame of a long clip, which repeats the short one `times` times, without those of the short clip. */
async function perFrame(folder: string, times: number, play: (clip: string) => Promise<void>): Promise<Spent> {
  const short = await spentOn(() => play(path.join(folder, '1.mp4')));
  const long = path.join(folder, `${times}.mp4`);
  if (!existsSync(long)) await repeat(path.join(folder, '1.mp4'), long, times);
  const whole = await spentOn(() => play(long));
  const frames = SHORT_FRAMES * (times - 1);
  return { cpu: (whole.cpu - short.cpu) / frames, wall: (whole.wall - short.wall) / frames };
}

async function spentOn(play: () => Promise<void>): Promise<Spent> {
  const [cpu, wall] = [processorTimeOfEndedChildren(), performance.now()];
  await play();
  return { cpu: (processorTimeOfEndedChildren() - cpu) / 1_000, wall: performance.now() - wall };
}

async function ffmpeg(...args: string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-nostdin', '-y', ...args]);
}

function repeat(clip: string, to: string, times: number): Promise<void> {
  return ffmpeg('-stream_loop', String(times - 1), '-i', clip, '-c', 'copy', to);
}

/** Copies the first frames of a clip. */
function shorten(clip: string, to: string): Promise<void> {
  return ffmpeg('-i', clip, '-frames:v', String(SHORT_FRAMES), '-c', 'copy', to);
}

function decodeToNull(clip: string): Promise<void> {
  return ffmpeg('-i', clip, '-an', '-f', 'null', '-');
}

async function playThrough({ folder }: BenchOptions, { clip, model }: { clip: string; model: string }): Promise<void> {
  const args = runArguments({ folder, server: NO_SERVER, key: 'none', source: clip, model });
  const agent = startAgent([...args, '--threads', '1']);
  if ((await agent.ended) !== 0) throw new Error(`The agent did not play the clip:\n${agent.output()}`);
}

/** Measures letterbox, inference and decoding per picture in this process. */
async function modelAlone(file: string): Promise<Spent> {
  const settings = { file, threads: 1, layout: 'auto', imageSize: 0, classNames: [], minScore: 0.1 } as const;
  const detector = await openOnnx(settings);
  const picture = { width: 1_280, height: 720, pixels: Buffer.alloc(1_280 * 720 * 3, 128) };
  const pictures = 40;
  for (let at = 0; at < 3; at += 1) await detector.detect(picture);
  const [start, startedAt] = [process.cpuUsage(), performance.now()];
  for (let at = 0; at < pictures; at += 1) await detector.detect(picture);
  const { user, system } = process.cpuUsage(start);
  const wall = (performance.now() - startedAt) / pictures;
  await detector.close();
  return { cpu: (user + system) / 1_000 / pictures, wall };
}
