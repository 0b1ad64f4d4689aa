import { useEffect } from 'react';

/** Requests a wake lock while this is shown. Without support, the machine's own settings must keep the screen on. */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let left = false;

    async function hold() {
      if (document.hidden || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (left) void lock?.release();
    }

    // Browsers release the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', hold);
    void hold();
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
