import { type RefObject, useSyncExternalStore } from 'react';

/** `toggle` is null where the browser gives no element the whole screen. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const isFull = useSyncExternalStore(follow, () => document.fullscreenElement !== null);

  function toggle() {
    const done = isFull ? document.exitFullscreen() : element.current?.requestFullscreen();
    // The browser refused; nothing changes.
    done?.catch(() => undefined);
  }

  return { isFull, toggle: document.fullscreenEnabled ? toggle : null };
}

function follow(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
