import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { adviceFor } from '../camera/advice.ts';
import { startPlayer } from '../camera/player.ts';
import { redact } from '../log.ts';
import { causeOf } from '../outbox/http-uplink.ts';
import { openServer } from '../outbox/open-server.ts';
import { openPipeline, sourceOf } from '../pipeline.ts';
import type { Settings } from '../settings/settings.ts';

const SOURCE_LIMIT_MS = 15_000;
const SERVER_LIMIT_MS = 10_000;

/** Tests each part of the chain and prints that it works, or what to do. */
export async function check(settings: Settings): Promise<number> {
  const parts: [name: string, test: () => Promise<string[]>, hint: string][] = [
    ['ffmpeg', ffmpeg, 'install it: apt-get install ffmpeg'],
    ['source', () => source(settings), 'try the address in another player; look at user, password and network'],
    ['model', () => model(settings), 'see --help for layout, class-names and classes'],
    ['server', () => server(settings), 'look at --server and at the key in --key-file'],
  ];
  let failed = 0;
  for (const [name, test, hint] of parts) {
    try {
      for (const line of await test()) console.log(`ok      ${name}: ${redact(line)}`);
    } catch (error) {
      failed++;
      const advice = error instanceof Error && typeof error.cause === 'string' ? error.cause : hint;
      console.log(`FAILED  ${name}: ${redact(causeOf(error))}\n        ${advice}`);
    }
  }
  return failed === 0 ? 0 : 1;
}

async function ffmpeg(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ffmpeg', ['-version']);
  return [stdout.split('\n')[0] ?? ''];
}

async function source(settings: Settings): Promise<string[]> {
  let frames = 0;
  let size = '';
  let first = 0;
  let last = 0;
  const enough = 30;
  const player = startPlayer(sourceOf(settings), ({ width, height }, readAt) => {
    if (frames++ === 0) first = readAt;
    last = readAt;
    size = `${width} x ${height}`;
    if (frames >= enough) player.kill('enough');
  });
  const limit = setTimeout(() => player.kill(`${frames} frames within ${SOURCE_LIMIT_MS / 1_000} s`), SOURCE_LIMIT_MS);
  const { reason } = await player.ended;
  clearTimeout(limit);
  if (frames === 0) throw new Error(`no frame came: ${reason}`, { cause: adviceFor(reason).advice });
  const facts = player.facts();
  const measured =
    frames > 1 ? `${((frames - 1) / ((last - first) / 1_000)).toFixed(1)} frames per second as read here` : 'one frame';
  return [`${size}, codec ${facts?.codec ?? 'unknown'}, says ${facts?.fps || 'no'} frames per second; ${measured}`];
}

async function model(settings: Settings): Promise<string[]> {
  const pipeline = await openPipeline(settings);
  try {
    const { detector, reported } = pipeline;
    return [
      ...detector.describe(),
      ...detector.classNames.map((name, id) => {
        const as = reported.get(id);
        return as
          ? `class ${name} is reported as ${as.weaponType}, threat level ${as.threatLevel}`
          : `class ${name} is not reported`;
      }),
    ];
  } finally {
    await pipeline.detector.close();
  }
}

async function server(settings: Settings): Promise<string[]> {
  const opened = await openServer({ server: settings.server, keyFile: settings['key-file'] });
  try {
    const { status, text } = await opened.tryKey(AbortSignal.timeout(SERVER_LIMIT_MS));
    if (status === 400) return [`${settings.server} knows this device's key`];
    throw new Error(`answered ${status} ${text}`);
  } finally {
    opened.close();
  }
}
