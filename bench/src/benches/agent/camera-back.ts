import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRtspDouble } from '../../../../agent/test/doubles/rtsp-double.ts';
import { fixture } from '../../../../agent/test/fixture.ts';
import { runArguments, startAgent, stillPistol } from '../../agent/agent-process.ts';
import { newestDetections } from '../../agent/stored-events.ts';
import type { Bench } from '../../bench.ts';
import { quantile } from '../../quantiles.ts';
import { startChildServer } from '../../servers/child-server.ts';

/** The durations of the outages in seconds: from a replugged cable to a restart of the switch. */
const OUTAGES_S = [3, 9, 14, 20, 27];
const LIMIT_MS = 60_000;

/** Stops and restarts an RTSP camera; the agent reports a pistol ten times a second. */
export const cameraBack: Bench = async ({ folder, atEnd, progress }) => {
  const server = await startChildServer({ dataDir: path.join(folder, 'data') });
  atEnd(server.stop);
  const clip = fixture('clip.mp4');
  let camera = await startRtspDouble({ clip, endless: true });
  atEnd(() => camera.stop());
  const source = camera.address();
  const run = runArguments({ folder, server: server.url, key: server.device.key, source, model: stillPistol.model });
  const agent = startAgent([...run, '--class-names', 'pistol', '--still-seen', '0.1']);
  atEnd(agent.kill);
  const firstFrameAfter = async (at: number): Promise<number> => {
    for (const deadline = at + LIMIT_MS; Date.now() < deadline; await sleep(50)) {
      const times = (await newestDetections(server)).map(({ timestamp }) => Date.parse(timestamp));
      const after = times.filter((time) => time > at);
      if (after.length > 0) return Math.min(...after) - at;
    }
    return Number.POSITIVE_INFINITY;
  };
  const firstStart = await firstFrameAfter(Date.now());
  const took: number[] = [];
  for (const seconds of OUTAGES_S) {
    await camera.stop();
    await sleep(seconds * 1_000);
    const restartedAt = Date.now();
    camera = await startRtspDouble({ clip, endless: true, port: camera.port });
    took.push(await firstFrameAfter(restartedAt));
    progress(`outage of ${seconds} s, first frame after ${((took.at(-1) ?? 0) / 1_000).toFixed(1)} s`);
  }
  await agent.stop();
  return {
    tables: [
      {
        title: 'Outage of an RTSP camera: time from its restart to the first processed frame',
        columns: ['', ...OUTAGES_S.map((it) => `outage ${it} s`)],
        rows: [
          ['seconds to the first frame', ...took.map((ms) => ms / 1_000)],
          ['start of the agent with a running camera', firstStart / 1_000, ...OUTAGES_S.slice(1).map(() => '')],
        ],
      },
    ],
    checks: [
      {
        ...{ what: 'Camera outage: slowest return of frames', measured: quantile(took, 1) / 1_000, unit: 's' },
        ...{ target: 10, bound: 'at most' },
      },
    ],
  };
};
