import { soundAlarm } from './alarm.ts';

const REPEAT_MS = 10_000;
const LOOKS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/** Input in one tab ends the repeats in the other tabs of this browser. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('vedette.looked') : null;
let timer: ReturnType<typeof setInterval> | null = null;
let level = 0;

/** Plays the alarm now, and every 10 s until the user interacts with the page. Repeats use the highest level. */
export function soundUntilSeen(threatLevel: number) {
  level = Math.max(threatLevel, timer === null ? 0 : level);
  soundAlarm(threatLevel);
  timer ??= setInterval(() => soundAlarm(level), REPEAT_MS);
}

export function stopRepeating() {
  if (timer !== null) clearInterval(timer);
  timer = null;
}

/** Ends the repeats at the next pointer or keyboard event. @returns a function that stops listening and the repeats */
export function stopRepeatingByUse(): () => void {
  const look = (event: Event) => {
    // Browsers report a resting pointer as moved when the page scrolls under it.
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
