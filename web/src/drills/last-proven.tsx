import { useEffect, useState } from 'react';
import { formatAge } from '../detections/format.ts';
import { retryDelay } from '../live/back-off.ts';
import { useNow } from '../ui/use-now.ts';
import { confirmPainted, useDrills, useSentDrills } from './drills.queries.ts';

/** A drill that cannot be confirmed in so many tries is missed, which says why. */
const TRIES = 4;

/**
 * Says when a drill last went all the way to a screen. The latest drill is part of what is shown, and confirmed after the
 * frame that shows it has been painted. A hidden tab paints nothing, and confirms nothing.
 */
export function LastProven({ large = false }: { large?: boolean }) {
  const [sent, setSent] = useState<readonly number[]>([]);
  const [add] = useState(
    () =>
      ({ id }: { id: number }) =>
        setSent((before) => [...before, id]),
  );
  useSentDrills(add);
  const { data } = useDrills();
  const now = useNow(1_000);
  const isShown = data !== undefined && data.devices.length > 0;
  useEffect(() => {
    if (!isShown || sent.length === 0) return undefined;
    return afterPaint(() => {
      setSent((later) => later.filter((id) => !sent.includes(id)));
      for (const id of sent) void confirm(id);
    });
  }, [isShown, sent]);
  if (!isShown) return null;
  const { last_proven_at } = data;
  return (
    <p
      data-drill={sent.at(-1)}
      className={`text-muted tabular-nums ${large ? 'text-[clamp(0.9rem,1.05vw,1.4rem)]' : 'text-xs'}`}
    >
      {last_proven_at === null
        ? 'Not proven end to end yet'
        : `Last proven end to end: ${formatAge(now - Date.parse(last_proven_at))} ago`}
    </p>
  );
}

async function confirm(id: number): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const isConfirmed = await confirmPainted(id).then(
      () => true,
      () => false,
    );
    if (isConfirmed) return;
    await retryDelay(attempt);
  }
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
