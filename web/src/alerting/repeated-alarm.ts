import { soundAlarm } from './alarm.ts';

const REPEAT_MS = 10_000;
const LOOKS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/** Looking in one tab is looking: the others of this browser need not go on. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('vedette.looked') : null;
let timer: ReturnType<typeof setInterval> | null = null;
let level = 0;

/** Sounds now, and every 10 s until somebody looks: of several threats as the highest. */
export function soundUntilSeen(threatLevel: number) {
  level = Math.max(threatLevel, timer === null ? 0 : level);
  soundAlarm(threatLevel);
  timer ??= setInterval(() => soundAlarm(level), REPEAT_MS);
}

export function stopRepeating() {
  if (timer !== null) clearInterval(timer);
  timer = null;
}

/** A pointer or a key on the page is somebody who looks. @returns how to stop listening, and any repeats */
export function stopRepeatingByUse(): () => void {
  const look = (event: Event) => {
    // A page that moves under a resting pointer is nobody.
    const rests = event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
    if (timer === null || rests) return;
    stopRepeating();
    channel?.postMessage('looked');
  };
  for (const kind of LOOKS) window.addEventListener(kind, look, { capture: true, passive: true });
  channel?.addEventListener('message', stopRepeating);
  return () => {
    for (const kind of LOOKS) window.removeEventListener(kind, look, { capture: true });
    channel?.removeEventListener('message', stopRepeating);
    stopRepeating();
  };
}
