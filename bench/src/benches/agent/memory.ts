import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRtspDouble } from '../../../../agent/test/doubles/rtsp-double.ts';
import { fixture } from '../../../../agent/test/fixture.ts';
import { runArguments, startAgent } from '../../agent/agent-process.ts';
import { randomYolov8n } from '../../agent/yolov8n.ts';
import type { Bench } from '../../bench.ts';
import { residentMemory, residentMemoryOfFamily } from '../../processor-time.ts';
import { startChildServer } from '../../servers/child-server.ts';
import { levels, PER_MINUTE } from '../../soak/sample-server.ts';
import { median, slope } from '../../soak/slope.ts';

const DEFAULT_MINUTES = 5;
/** In the first part of a run caches, compiled code and the heap reach their size. */
const WARM_UP = 0.3;
const WARM_UP_MOST_MINUTES = 3;
const SAMPLE_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;

type Sample = { minutes: number; memory: number };

/** The resident memory of an agent and its ffmpeg that watch an RTSP camera with a net of YOLOv8n's size; and of the net that finds weapons. */
export const memory: Bench = async ({ folder, atEnd, progress, minutes = DEFAULT_MINUTES }) => {
  const server = await startChildServer({ dataDir: path.join(folder, 'data') });
  atEnd(server.stop);
  const camera = await startRtspDouble({ clip: fixture('clip.mp4'), endless: true });
  atEnd(camera.stop);
  const net = path.join(folder, 'yolov8n.onnx');
  writeFileSync(net, randomYolov8n().file);
  const models = {
    "a net of YOLOv8n's size": net,
    'the model of the clip, four reports in 20 s': fixture('blobs.onnx'),
  };
  const watched = Object.entries(models).map(([name, model], at) => {
    const run = { folder, server: server.url, key: server.device.key, source: camera.address(), model };
    const agent = startAgent([
      ...runArguments({ ...run, outbox: path.join(folder, `outbox-${at}`) }),
      ...['--fps', '5', '--threads', '1'],
    ]);
    atEnd(agent.kill);
    return { name, agent, samples: [] as (Sample & { agent: number })[] };
  });
  const start = performance.now();
  for (let told = 0; performance.now() < start + minutes * MINUTE_MS; await sleep(SAMPLE_EVERY_MS)) {
    const now = (performance.now() - start) / MINUTE_MS;
    for (const { agent, samples } of watched) {
      samples.push({ minutes: now, memory: residentMemoryOfFamily(agent.pid), agent: residentMemory(agent.pid) });
    }
    if (now < told + 1) continue;
    told = Math.floor(now);
    progress(`minute ${told}: ${watched.map(({ samples }) => `${samples.at(-1)?.memory.toFixed(0)} MB`).join(', ')}`);
  }
  for (const { agent } of watched) await agent.stop();
  const warmUp = Math.min(WARM_UP_MOST_MINUTES, minutes * WARM_UP);
  const figures = watched.map(({ name, samples }) => {
    const settled = samples.filter((sample) => sample.minutes >= warmUp);
    const at = levels(settled, 'memory');
    const most = Math.max(...samples.map((sample) => sample.memory));
    const [first, last] = [at.slice(0, PER_MINUTE), at.slice(-PER_MINUTE)].map((some) =>
      median(some.map(({ y }) => y)),
    );
    return { name, first: first ?? 0, last: last ?? 0, most, node: settled.at(-1)?.agent ?? 0, growth: slope(at) };
  });
  return {
    tables: [
      {
        title: `Resident memory of agent and ffmpeg in MB, 1280 x 720 over RTSP, 5 frames per second, ${minutes} minutes`,
        columns: ['', 'after warming up', 'last minute', 'of it the agent alone', 'most', 'growth per minute'],
        rows: figures.map(({ name, first, last, node, most, growth }) => [name, first, last, node, most, growth]),
      },
    ],
    checks: figures.flatMap(({ name, most, growth }) => [
      { what: `Memory, ${name}: most`, measured: most, unit: 'MB', target: 350, bound: 'at most' as const },
      {
        what: `Memory, ${name}: growth per minute`,
        measured: growth,
        unit: 'MB',
        target: 0.5,
        bound: 'at most' as const,
      },
    ]),
  };
};
