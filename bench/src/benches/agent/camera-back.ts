import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRtspDouble } from '../../../../agent/test/doubles/rtsp-double.ts';
import { fixture } from '../../../../agent/test/fixture.ts';
import { runArguments, startAgent, stillPistol } from '../../agent/agent-process.ts';
import { newestDetections } from '../../agent/stored-events.ts';
import type { Bench } from '../../bench.ts';
import { quantile } from '../../quantiles.ts';
import { startChildServer } from '../../servers/child-server.ts';

/** Seconds for which the camera is away: from a plug that is put back to a restart of the switch. */
const AWAY_S = [3, 9, 14, 20, 27];
const LIMIT_MS = 60_000;

/** Takes an RTSP camera away and puts it back; a pistol is seen in each frame and reported ten times a second. */
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
  const begun = await firstFrameAfter(Date.now());
  const took: number[] = [];
  for (const seconds of AWAY_S) {
    await camera.stop();
    await sleep(seconds * 1_000);
    const back = Date.now();
    camera = await startRtspDouble({ clip, endless: true, port: camera.port });
    took.push(await firstFrameAfter(back));
    progress(`away for ${seconds} s, frames again after ${((took.at(-1) ?? 0) / 1_000).toFixed(1)} s`);
  }
  await agent.stop();
  return {
    tables: [
      {
        title: 'RTSP camera gone and back: the first frame that is looked at, after its port is open again',
        columns: ['', ...AWAY_S.map((it) => `away ${it} s`)],
        rows: [
          ['seconds until frames come', ...took.map((ms) => ms / 1_000)],
          ['the start of the agent with the camera there', begun / 1_000, ...AWAY_S.slice(1).map(() => '')],
        ],
      },
    ],
    checks: [
      {
        ...{ what: 'Camera gone and back: frames again, slowest', measured: quantile(took, 1) / 1_000, unit: 's' },
        ...{ target: 10, bound: 'at most' },
      },
    ],
  };
};
