import { useEffect } from 'react';

/** Asks the machine not to darken its screen while this is shown; where it cannot, its own settings must do. */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let left = false;

    async function hold() {
      if (document.hidden || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (left) void lock?.release();
    }

    // It is taken away whenever the page is hidden.
    document.addEventListener('visibilitychange', hold);
    void hold();
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
