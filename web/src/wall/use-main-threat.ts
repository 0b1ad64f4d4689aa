import type { Detection } from '@vedette/contract/detection';
import { useEffect, useState } from 'react';
import { findSame, type MainThreat, mainThreat } from './main-threat.ts';

/** The threat that the wall shows in full, selected again with every new threat and every second. */
export function useMainThreat(items: readonly Detection[] | undefined): Detection | undefined {
  const [shown, setShown] = useState<MainThreat | null>(null);
  useEffect(() => {
    if (!items) return undefined;
    const decide = () => setShown((before) => mainThreat({ items, shown: before, now: Date.now() }));
    decide();
    const timer = setInterval(decide, 1_000);
    return () => clearInterval(timer);
  }, [items]);
  // A deleted threat must not be shown in the rendering before the effect runs.
  return (shown && items && findSame(items, shown.detection)) ?? items?.[0];
}
