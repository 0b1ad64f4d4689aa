import { execFileSync } from 'node:child_process';
import type { Folder } from './agent-process.ts';
import { fixture } from './fixture.ts';

/** Copies the first seconds of the clip to the test's folder: a pistol is visible, and from second 2 to 6 also a rifle. */
export function shortClip(folder: Folder, seconds: number): string {
  const [from, to] = [fixture('clip.mp4'), folder.at('short.mp4')];
  const args = ['-y', '-loglevel', 'error', '-nostdin', '-i', from, '-t', String(seconds), '-c', 'copy', to];
  execFileSync('ffmpeg', args);
  return to;
}
