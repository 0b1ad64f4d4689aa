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
/** The share of a run in which caches, compiled code and the heap grow to their size. */
const WARM_UP_SHARE = 0.3;
const WARM_UP_MAX_MINUTES = 3;
const SAMPLE_INTERVAL_MS = 1_000;
const MINUTE_MS = 60_000;

type Sample = { minutes: number; memory: number };

/** Measures the resident memory of agent and ffmpeg on an RTSP camera, with a model of YOLOv8n's size and with one that finds weapons. */
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
  for (let minute = 0; performance.now() < start + minutes * MINUTE_MS; await sleep(SAMPLE_INTERVAL_MS)) {
    const now = (performance.now() - start) / MINUTE_MS;
    for (const { agent, samples } of watched) {
      samples.push({ minutes: now, memory: residentMemoryOfFamily(agent.pid), agent: residentMemory(agent.pid) });
    }
    if (now < minute + 1) continue;
    minute = Math.floor(now);
    progress(`minute ${minute}: ${watched.map(({ samples }) => `${samples.at(-1)?.memory.toFixed(0)} MB`).join(', ')}`);
  }
  for (const { agent } of watched) await agent.stop();
  const warmUp = Math.min(WARM_UP_MAX_MINUTES, minutes * WARM_UP_SHARE);
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
        columns: ['', 'after warming up', 'last minute', 'the agent without ffmpeg', 'most', 'growth per minute'],
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
