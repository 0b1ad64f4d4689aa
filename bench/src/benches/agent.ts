import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Bench, type Outcome, untilEnd } from '../bench.ts';
import { agentDisk } from './agent/agent-disk.ts';
import { cameraBack } from './agent/camera-back.ts';
import { clip } from './agent/clip.ts';
import { clockJump } from './agent/clock-jump.ts';
import { cost } from './agent/cost.ts';
import { kills } from './agent/kills.ts';
import { latency } from './agent/latency.ts';
import { manyAgents } from './agent/many-agents.ts';
import { memory } from './agent/memory.ts';

const PARTS: Record<string, Bench> = {
  clip,
  cost,
  latency,
  kills,
  disk: agentDisk,
  camera: cameraBack,
  clock: clockJump,
  devices: manyAgents,
  memory,
};

/** Runs the benches of the camera agent; each part has its own servers and cameras. */
export const agent: Bench = async (options) => {
  const names = options.part ? [options.part] : Object.keys(PARTS);
  const outcomes: Outcome[] = [];
  for (const name of names) {
    const part = PARTS[name];
    if (!part) throw new Error(`agent has no part ${name}, but ${Object.keys(PARTS).join(', ')}`);
    options.progress(name);
    const folder = path.join(options.folder, name);
    mkdirSync(folder);
    outcomes.push(await untilEnd(options.atEnd, (atEnd) => part({ ...options, folder, atEnd })));
  }
  return { tables: outcomes.flatMap(({ tables }) => tables), checks: outcomes.flatMap(({ checks }) => checks) };
};
