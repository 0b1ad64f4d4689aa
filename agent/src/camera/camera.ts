import { setTimeout as sleep } from 'node:timers/promises';
import { createThrottledLog, log } from '../log.ts';
import { adviceFor } from './advice.ts';
import type { Frame } from './frame.ts';
import { createPixelPool } from './pixel-pool.ts';
import { type Ended, type Player, startPlayer } from './player.ts';
import { isPlayedOnce, type Source } from './source.ts';

const SILENCE_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
/** Short enough that frames return within ten seconds after an outage; a camera that refuses the login is retried less often. */
const UNREACHABLE_WAIT_MS = 6_000;
const REFUSED_WAIT_MS = 30_000;
const HARDWARE_ATTEMPTS = 2;
const FILE_FPS = 25;

export type CameraState = { frames: number; restarts: number; lastFrameAge: number | null; hardware: string };
export type Camera = {
  /**
   * Resolves to the newest unread frame, or to the next one of a file that is played once; null: the source has ended.
   * The call releases the pixels of the previous frame.
   */
  next: () => Promise<Frame | null>;
  state: () => CameraState;
  stop: () => void;
};

export function openCamera(
  configured: Source,
  { fps, silenceMs = SILENCE_MS, pause = sleep }: { fps: number; silenceMs?: number; pause?: typeof sleep },
): Camera {
  const once = isPlayedOnce(configured);
  const stopping = new AbortController();
  const state = { frames: 0, restarts: 0, hardware: configured.hardware as string };
  let lastFrameAt: number | null = null;
  let source = configured;
  let player: Player | undefined;
  const pool = createPixelPool();
  const pending: Frame[] = [];
  let returned: Frame | null = null;
  let wake: (() => void) | undefined;
  let hasEnded = false;
  let failure: Error | undefined;
  let dueAt = 0;
  const throttledLog = createThrottledLog();

  function onPicture(picture: Omit<Frame, 'number' | 'readAt' | 'time'>, readAt: number) {
    const number = state.frames++;
    lastFrameAt = readAt;
    if (!once && readAt < dueAt) return pool.release(picture.pixels);
    if (fps > 0) dueAt = Math.max(dueAt + 1_000 / fps, readAt - 1_000 / fps);
    const time = once ? (number * 1_000) / (player?.facts()?.fps || FILE_FPS) : readAt;
    const frame = { ...picture, number, readAt, time };
    if (!once) for (const { pixels } of pending.splice(0)) pool.release(pixels);
    pending.push(frame);
    if (once && pending.length >= 4) player?.pause();
    wake?.();
  }

  async function playUntilEnd(): Promise<Ended & { frames: number }> {
    const before = state.frames;
    const startedAt = performance.now();
    const current = startPlayer(source, onPicture, { fps: once ? 0 : fps, pool });
    player = current;
    const watchdog = setInterval(() => {
      const silentSince = Math.max(startedAt, lastFrameAt ?? 0);
      if (!once && performance.now() - silentSince > silenceMs) current.kill(`no frame for ${silenceMs / 1_000} s`);
    }, silenceMs / 10);
    const stop = () => current.kill('stopped');
    stopping.signal.addEventListener('abort', stop, { once: true });
    const ended = await current.ended;
    clearInterval(watchdog);
    stopping.signal.removeEventListener('abort', stop);
    return { ...ended, frames: state.frames - before };
  }

  async function keepPlaying() {
    let wait = FIRST_WAIT_MS;
    let hardwareFailures = 0;
    while (!stopping.signal.aborted) {
      const { frames, reason, code } = await playUntilEnd();
      const { advice, refused } = adviceFor(reason);
      if (stopping.signal.aborted) return;
      const isHardware = frames === 0 && !advice && source.hardware !== 'none' && source.kind !== 'exec';
      if (once && !isHardware) {
        if (code !== 0 || frames === 0)
          failure = new Error(`The file could not be played: ${reason}${advice ? `. ${advice}` : ''}`);
        return;
      }
      if (frames > 0) wait = FIRST_WAIT_MS;
      else if (isHardware && ++hardwareFailures >= HARDWARE_ATTEMPTS) {
        log(`Decoding by ${source.hardware} failed ${HARDWARE_ATTEMPTS} times: going on in software.`);
        source = { ...source, hardware: 'none' };
        state.hardware = `none (${configured.hardware} failed)`;
      }
      throttledLog.log(
        reason,
        `The camera sends no frames (${reason}).${advice ? ` ${advice}.` : ''} It is tried again and again.`,
      );
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      state.restarts++;
      wait = Math.min(wait * 2, refused ? REFUSED_WAIT_MS : UNREACHABLE_WAIT_MS);
    }
  }

  keepPlaying()
    .catch((error: Error) => {
      failure = error;
    })
    .finally(() => {
      hasEnded = true;
      wake?.();
    });

  return {
    next: async () => {
      if (returned) pool.release(returned.pixels);
      returned = null;
      while (pending.length === 0) {
        if (hasEnded) {
          if (failure) throw failure;
          return null;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      returned = pending.shift() ?? null;
      if (pending.length < 2) player?.resume();
      return returned;
    },
    state: () => ({ ...state, lastFrameAge: lastFrameAt === null ? null : performance.now() - lastFrameAt }),
    stop: () => stopping.abort(),
  };
}
