import { useEffect, useState } from 'react';

/** The time in milliseconds, updated every `everyMs`, for texts such as "2 min ago". */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
