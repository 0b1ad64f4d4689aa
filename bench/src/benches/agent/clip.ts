import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeClip } from '../../../../agent/test/clips/make-clip.ts';
import { type Scene, toReport } from '../../../../agent/test/clips/scene.ts';
import { clipScene, otherColours, otherScene } from '../../../../agent/test/clips/scenes.ts';
import { startMjpegDouble } from '../../../../agent/test/doubles/mjpeg-double.ts';
import { startRtspDouble } from '../../../../agent/test/doubles/rtsp-double.ts';
import { fixture } from '../../../../agent/test/fixture.ts';
import { colourModel } from '../../../../agent/test/models/colour-model.ts';
import { deriveModel, namesOf } from '../../../../agent/test/models/derive-model.ts';
import { type PlayedClip, playClip } from '../../../../agent/test/play-clip.ts';
import { runArguments, startAgent } from '../../agent/agent-process.ts';
import { everyDetection } from '../../agent/stored-events.ts';
import type { Bench, BenchOptions, Check, Table } from '../../bench.ts';
import { type ChildServer, startChildServer } from '../../servers/child-server.ts';

const ACCESS = { scheme: 'digest', user: 'guard', password: 'horse-battery' } as const;
const LIMIT_MS = 60_000;

type ClipCase = { name: string; scene: Scene; clip: string; model: string };

/** Plays two clips with known ground truth through agent and server, as files and as cameras with passwords. */
export const clip: Bench = async (options) => {
  const { folder, atEnd, progress } = options;
  const [other, model] = [path.join(folder, 'other.mp4'), path.join(folder, 'other.onnx')];
  await makeClip(otherScene, other);
  const metadata = { names: namesOf(Object.keys(otherColours)) };
  writeFileSync(model, colourModel(otherColours));
  writeFileSync(model, deriveModel(model, { layout: 'end2end', classes: Object.keys(otherColours).length, metadata }));
  const cases: ClipCase[] = [
    { name: 'the clip, layout v8', scene: clipScene, clip: fixture('clip.mp4'), model: fixture('blobs.onnx') },
    { name: 'another clip, layout end2end', scene: otherScene, clip: other, model },
  ];
  const server = await startChildServer({ dataDir: path.join(folder, 'data') });
  atEnd(server.stop);
  const [accuracy, reports]: [Table['rows'], Table['rows']] = [[], []];
  const checks: Check[] = [];
  for (const it of cases) {
    progress(it.name);
    const args = ['--source', it.clip, '--model', it.model];
    for (const confirm of ['3/5', '1/1']) {
      const played = await playClip(it.scene, [...args, '--confirm', confirm]);
      accuracy.push(accuracyRow(`${it.name}, seen in ${confirm}`, it.scene, played));
      if (confirm === '3/5') checks.push(...accuracyChecks(it.name, it.scene, played));
    }
    for (const source of ['file', 'RTSP', 'MJPEG'] as const) {
      const { types, tracks } = await reportedFrom(options, { ...it, source, server });
      const wanted = toReport(it.scene).map(({ weaponType }) => weaponType);
      const right = types.sort().join() === wanted.sort().join();
      reports.push([`${it.name}, ${source}`, wanted.length, types.length, tracks, right ? 'yes' : types.join(', ')]);
      checks.push({
        what: `${it.name}, ${source}: reports that are wrong, missing or too many`,
        measured: faults(types, wanted),
        unit: '',
        target: 0,
        bound: 'at most',
      });
    }
  }
  return {
    tables: [
      {
        title: 'Each frame compared with the ground truth, IoU 0.5',
        columns: ['', 'frames', 'precision', 'recall', 'identity switches', 'reported', 'right'],
        rows: accuracy,
      },
      {
        title: 'Stored reports of agent and server; cameras with a password (RTSP Digest, MJPEG Basic)',
        columns: ['', 'weapons', 'reports', 'tracks', 'right'],
        rows: reports,
      },
    ],
    checks,
  };
};

function accuracyRow(name: string, scene: Scene, { counts, precision, recall, reported, tracksOf }: PlayedClip) {
  return [name, counts.frames, precision, recall, switches(scene, tracksOf), reported.length, toReport(scene).length];
}

function switches(scene: Scene, tracksOf: PlayedClip['tracksOf']): number {
  return toReport(scene).reduce((sum, { name }) => sum + Math.abs((tracksOf.get(name)?.size ?? 0) - 1), 0);
}

function accuracyChecks(name: string, scene: Scene, { precision, recall, reported, tracksOf }: PlayedClip): Check[] {
  const [found, wanted] = [reported, toReport(scene)].map((all) => all.map((it) => it.name));
  const check = { unit: '', bound: 'at least', target: 0.99 } as const;
  const none = { unit: '', bound: 'at most', target: 0 } as const;
  return [
    { ...check, what: `${name}: precision per frame`, measured: precision },
    { ...check, what: `${name}: recall per frame`, measured: recall },
    { ...none, what: `${name}: identity switches`, measured: switches(scene, tracksOf) },
    { ...none, what: `${name}: wrong reports, or a flicker reported`, measured: faults(found ?? [], wanted ?? []) },
  ];
}

/** The number of items that are in only one of two lists. */
function faults(found: readonly string[], wanted: readonly string[]): number {
  const unmatched = [...found];
  const missing = wanted.filter((it) => {
    const at = unmatched.indexOf(it);
    if (at >= 0) unmatched.splice(at, 1);
    return at < 0;
  });
  return missing.length + unmatched.length;
}

type ReportingCase = ClipCase & { source: 'file' | 'RTSP' | 'MJPEG'; server: ChildServer };

/** Plays a clip to a new agent and returns what the server has stored. */
async function reportedFrom(
  { folder, atEnd }: Pick<BenchOptions, 'folder' | 'atEnd'>,
  { name, clip: file, model, source, server }: ReportingCase,
): Promise<{ types: string[]; tracks: number }> {
  const before = new Set((await everyDetection(server)).map(({ id }) => id));
  const { user, password } = ACCESS;
  const camera =
    source === 'RTSP'
      ? await startRtspDouble({ clip: file, access: ACCESS })
      : source === 'MJPEG'
        ? await startMjpegDouble({ clip: file, access: { ...ACCESS, scheme: 'basic' } })
        : undefined;
  const address = camera?.address(user, password) ?? file;
  const outbox = path.join(folder, `outbox ${name} ${source}`);
  const agent = startAgent(
    runArguments({ folder, server: server.url, key: server.device.key, source: address, model, outbox }),
  );
  atEnd(agent.kill);
  if (camera) {
    await agent.untilOutput('The camera sends no frames');
    await untilDelivered(server, { before, count: agent.reportedIds().length });
    await agent.stop();
    await camera.stop();
  } else await agent.ended;
  const stored = (await everyDetection(server)).filter(({ id }) => !before.has(id));
  return { types: stored.map(({ weapon_type }) => weapon_type), tracks: new Set(stored.map((it) => it.track_id)).size };
}

async function untilDelivered(server: ChildServer, { before, count }: { before: ReadonlySet<number>; count: number }) {
  const deadline = performance.now() + LIMIT_MS;
  while ((await everyDetection(server)).length - before.size < count && performance.now() < deadline) await sleep(100);
}
