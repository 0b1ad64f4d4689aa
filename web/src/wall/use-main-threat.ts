import type { Detection } from '@vedette/contract/detection';
import { useEffect, useState } from 'react';
import { type MainThreat, mainThreat } from './main-threat.ts';

/** The threat that the wall shows in full, decided anew with every arrival and every second. */
export function useMainThreat(items: readonly Detection[] | undefined): Detection | undefined {
  const [shown, setShown] = useState<MainThreat | null>(null);
  useEffect(() => {
    if (!items) return undefined;
    const decide = () => setShown((before) => mainThreat({ items, shown: before, now: Date.now() }));
    decide();
    const timer = setInterval(decide, 1_000);
    return () => clearInterval(timer);
  }, [items]);
  // One that was deleted must not be shown until the effect has run.
  return items?.find(({ id }) => id === shown?.detection.id) ?? items?.[0];
}
