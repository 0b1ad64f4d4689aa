import { execFileSync } from 'node:child_process';
import type { Folder } from './agent-process.ts';
import { fixture } from './fixture.ts';

/** The first seconds of the clip, in the test's folder: up to 2 one pistol is seen, up to 6 a pistol and a rifle. */
export function shortClip(folder: Folder, seconds: number): string {
  const [from, to] = [fixture('clip.mp4'), folder.at('short.mp4')];
  const args = ['-y', '-loglevel', 'error', '-nostdin', '-i', from, '-t', String(seconds), '-c', 'copy', to];
  execFileSync('ffmpeg', args);
  return to;
}
