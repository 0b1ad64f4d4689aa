import { useRef, useState } from 'react';

/** Runs one action at a time; further presses are ignored. */
export function usePending() {
  const running = useRef(false);
  const [pending, setPending] = useState(false);

  async function run(action: () => Promise<unknown>) {
    if (running.current) return;
    running.current = true;
    setPending(true);
    await action();
    running.current = false;
    setPending(false);
  }

  return [pending, run] as const;
}
