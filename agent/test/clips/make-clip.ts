import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expressionOf, type Scene, type SceneObject } from './scene.ts';

/** Encodes a scene as H.264: coloured rectangles over grey noise, with a camera's bit rate and without B-frames. */
export async function makeClip(scene: Scene, file: string): Promise<void> {
  const { width, height, fps, frames, objects } = scene;
  const base = `color=c=#808080:s=${width}x${height}:r=${fps}:d=${frames / fps},noise=alls=8:allf=t`;
  const graph = objects.reduce((sofar, object, at) => `${sofar}${layer(object, { at, scene })}`, `${base}[v0]`);
  const encoding = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-maxrate',
    '4M',
    '-bufsize',
    '4M',
    '-bf',
    '0',
    '-g',
    String(fps * 2),
  ];
  const output = ['-map', `[v${objects.length}]`, '-frames:v', String(frames), '-pix_fmt', 'yuv420p', ...encoding];
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];
  await promisify(execFile)('ffmpeg', [...quiet, '-filter_complex', graph, ...output, file]);
}

function layer({ colour, size, seen, x, y }: SceneObject, { at, scene }: { at: number; scene: Scene }): string {
  const shown = seen.map(([from, to]) => `between(t,${from},${to})`).join('+');
  const rectangle = `color=c=${colour}:s=${size.width}x${size.height}:r=${scene.fps}[r${at}]`;
  const place = `x='${expressionOf(x)}':y='${expressionOf(y)}':eval=frame:enable='${shown}':shortest=0:eof_action=repeat`;
  return `;${rectangle};[v${at}][r${at}]overlay=${place}[v${at + 1}]`;
}
