import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../log.ts';
import type { Frame } from './frame.ts';
import { type Player, startPlayer } from './player.ts';
import { isPlayedOnce, type Source } from './source.ts';

const SILENCE_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
/** A camera that is away is looked for often, so that it is back within ten seconds; one that refuses is left alone for longer. */
const AWAY_WAIT_MS = 6_000;
const REFUSED_WAIT_MS = 30_000;
const HARDWARE_TRIES = 2;
const FILE_FPS = 25;

export type CameraState = { frames: number; restarts: number; lastFrameAt: number | null; hardware: string };
export type Camera = {
  /** The newest frame that has not been looked at; of a file that is played once, each. Null: the source has ended. */
  next: () => Promise<Frame | null>;
  state: () => CameraState;
  stop: () => void;
};

export function openCamera(
  given: Source,
  { fps, silenceMs = SILENCE_MS }: { fps: number; silenceMs?: number },
): Camera {
  const once = isPlayedOnce(given);
  const stopping = new AbortController();
  const state: CameraState = { frames: 0, restarts: 0, lastFrameAt: null, hardware: given.hardware };
  let source = given;
  let player: Player | undefined;
  let pending: Frame[] = [];
  let wake: (() => void) | undefined;
  let over = false;
  let failure: Error | undefined;
  let dueAt = 0;

  function onPicture(picture: Omit<Frame, 'number' | 'readAt' | 'time'>, readAt: number) {
    const number = state.frames++;
    state.lastFrameAt = Date.now();
    if (!once && readAt < dueAt) return;
    if (fps > 0) dueAt = Math.max(dueAt + 1_000 / fps, readAt - 1_000 / fps);
    const time = once ? (number * 1_000) / (player?.facts()?.fps || FILE_FPS) : readAt;
    const frame = { ...picture, number, readAt, time };
    pending = once ? [...pending, frame] : [frame];
    if (once && pending.length >= 4) player?.pause();
    wake?.();
  }

  async function playOnce(): Promise<{ frames: number; refused: boolean; reason: string; code: number | null }> {
    const before = state.frames;
    let seen = before;
    const current = startPlayer(source, onPicture);
    player = current;
    const watchdog = setInterval(() => {
      if (state.frames === seen && !once) current.kill(`no frame for ${silenceMs / 1_000} s`);
      seen = state.frames;
    }, silenceMs);
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
      const { frames, refused, reason, code } = await playOnce();
      if (stopping.signal.aborted) return;
      if (once) {
        if (code !== 0 || frames === 0) failure = new Error(`The file could not be played: ${reason}`);
        return;
      }
      if (frames > 0) wait = FIRST_WAIT_MS;
      else if (source.hardware !== 'none' && ++hardwareFailures >= HARDWARE_TRIES) {
        log(`Decoding by ${source.hardware} failed ${HARDWARE_TRIES} times: going on in software.`);
        source = { ...source, hardware: 'none' };
        state.hardware = `none (${given.hardware} failed)`;
      }
      log(`The camera ended (${reason}). Starting it again in ${wait / 1_000} s.`);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      state.restarts++;
      wait = Math.min(wait * 2, refused ? REFUSED_WAIT_MS : AWAY_WAIT_MS);
    }
  }

  keepPlaying()
    .catch((error: Error) => {
      failure = error;
    })
    .finally(() => {
      over = true;
      wake?.();
    });

  return {
    next: async () => {
      while (pending.length === 0) {
        if (over) {
          if (failure) throw failure;
          return null;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const frame = pending.shift() ?? null;
      if (pending.length < 2) player?.resume();
      return frame;
    },
    state: () => ({ ...state }),
    stop: () => stopping.abort(),
  };
}
