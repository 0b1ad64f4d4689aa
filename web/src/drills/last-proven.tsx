import type { Drill } from '@vedette/contract/drill';
import { useEffect, useState } from 'react';
import { formatAge } from '../detections/format.ts';
import { useNow } from '../ui/use-now.ts';
import { confirmPainted, useDrills } from './drills.queries.ts';

/**
 * Says when a drill last went all the way to a screen. Each drill is shown, and confirmed after the frame that shows it has
 * been painted. A hidden tab paints nothing, and confirms nothing.
 */
export function LastProven({ large = false }: { large?: boolean }) {
  const [shown, setShown] = useState<Drill | null>(null);
  const { data } = useDrills(setShown);
  const now = useNow(1_000);
  useEffect(
    () => (shown === null ? undefined : afterPaint(() => void confirmPainted(shown.id).catch(() => {}))),
    [shown],
  );
  if (!data || data.devices.length === 0) return null;
  const { last_proven_at } = data;
  return (
    <p
      data-drill={shown?.id}
      className={`text-muted tabular-nums ${large ? 'text-[clamp(0.9rem,1.05vw,1.4rem)]' : 'text-xs'}`}
    >
      {last_proven_at === null
        ? 'Not proven end to end yet'
        : `Last proven end to end: ${formatAge(now - Date.parse(last_proven_at))} ago`}
    </p>
  );
}

/** Calls back after the next frame has been painted. @returns how to cancel it */
function afterPaint(then: () => void): () => void {
  let second = 0;
  const first = requestAnimationFrame(() => {
    second = requestAnimationFrame(then);
  });
  return () => {
    cancelAnimationFrame(first);
    cancelAnimationFrame(second);
  };
}
